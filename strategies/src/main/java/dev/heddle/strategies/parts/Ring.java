package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A worker's local queue: a bounded FIFO ring with one owner, who pushes and pops, and any number
 * of thieves, who take half. The design is Tokio's, which goes back to Go's.
 *
 * <p>The head is two 32-bit indices in one long. {@code real} is the next slot to take; {@code
 * steal} trails it while a thief copies what it has claimed: a thief moves {@code real} to claim,
 * copies, then moves {@code steal} up. So an owner whose thief is paused goes on popping and
 * pushing, and a second thief goes away at once. All indices run freely over 2^32 and are compared
 * by subtraction.
 *
 * <p>Push and pop are O(1) and lock-free, and allocate nothing; pop is one compare-and-set, or none
 * if there is just one worker.
 */
public final class Ring extends RingTail {
  private static final VarHandle HEAD;
  private static final VarHandle TAIL;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HEAD = lookup.findVarHandle(RingHead.class, "head", long.class);
      TAIL = lookup.findVarHandle(RingTailField.class, "tail", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final @Nullable Task<?>[] slots;
  private final int mask;
  private final boolean shared;

  /** How many tasks its owner takes at most when it steals. */
  private final int mostStolen;

  /**
   * An empty ring.
   *
   * @param capacity how many tasks it holds; a power of two
   * @param shared whether there may be thieves
   */
  public Ring(int capacity, boolean shared) {
    this(capacity, shared, 0);
  }

  /** As above, with its indices starting anywhere, so that a test can watch them wrap around. */
  public Ring(int capacity, boolean shared, int firstIndex) {
    this(capacity, shared, firstIndex, capacity / 2);
  }

  /**
   * As above.
   *
   * @param mostStolen how many tasks its owner takes at most when it steals: up to half the
   *     capacity
   */
  public Ring(int capacity, boolean shared, int firstIndex, int mostStolen) {
    if (Integer.bitCount(capacity) != 1) {
      throw new IllegalArgumentException(
          "capacity was " + capacity + "; allowed is a power of two");
    }
    slots = new Task<?>[capacity];
    mask = capacity - 1;
    this.shared = shared;
    this.mostStolen = mostStolen;
    head = pack(firstIndex, firstIndex);
    tail = firstIndex;
  }

  private static long pack(int steal, int real) {
    return ((long) steal << Integer.SIZE) | (real & 0xFFFF_FFFFL);
  }

  private static int steal(long head) {
    return (int) (head >>> Integer.SIZE);
  }

  private static int real(long head) {
    return (int) head;
  }

  /** How many tasks it holds. */
  public int capacity() {
    return slots.length;
  }

  @Override
  public int size() {
    // Tail after head: the other order could see a pop without its push, and a negative size.
    int real = real((long) HEAD.getAcquire(this));
    return (int) TAIL.getAcquire(this) - real;
  }

  @Override
  public int stealable() {
    return size();
  }

  @Override
  public int progress() {
    return real((long) HEAD.getOpaque(this));
  }

  @Override
  public int pushed() {
    return tail;
  }

  @Override
  public int free() {
    return slots.length - (tail - steal((long) HEAD.getAcquire(this)));
  }

  @Override
  public int push(Task<?> task) {
    int t = tail;
    // Acquire: a thief's copying out of the slot is over before it is written again.
    long h = (long) HEAD.getAcquire(this);
    if (t - steal(h) >= slots.length) {
      return 0;
    }
    slots[t & mask] = task;
    // Release: who sees the tail sees the slot.
    TAIL.setRelease(this, t + 1);
    return t + 1 - real(h);
  }

  @Override
  public @Nullable Task<?> pushLinked(@Nullable Task<?> first, int count) {
    int t = tail;
    Task<?> at = first;
    for (int i = 0; i < count; i++) {
      if (at == null) {
        throw new IllegalStateException("the chain is shorter than its length says");
      }
      Task<?> next = at.link();
      at.link(null);
      slots[(t + i) & mask] = at;
      at = next;
    }
    TAIL.setRelease(this, t + count);
    return at;
  }

  @Override
  public @Nullable Task<?> pop() {
    long h = (long) HEAD.getAcquire(this);
    for (; ; ) {
      int real = real(h);
      if (real == tail) {
        return null;
      }
      int steal = steal(h);
      long next = pack(steal == real ? real + 1 : steal, real + 1);
      if (!shared) {
        head = next;
      } else {
        long witness = (long) HEAD.compareAndExchange(this, h, next);
        if (witness != h) {
          h = witness;
          continue;
        }
      }
      // Only the owner writes slots in front of the tail, so this one is still what was pushed.
      int slot = real & mask;
      Task<?> task = slots[slot];
      slots[slot] = null; // a finished task must not stay reachable until the ring comes round
      return task;
    }
  }

  @Override
  public @Nullable Chain takeHalf() {
    long h = (long) HEAD.getAcquire(this);
    int real = real(h);
    int count = slots.length / 2;
    if (steal(h) != real || tail - real < count) {
      return null;
    }
    int next = real + count;
    // Full CAS although only thieves compete: it fails if one has claimed meanwhile.
    if (!HEAD.compareAndSet(this, h, pack(next, next))) {
      return null;
    }
    Chain chain = new Chain();
    for (int i = real; i != next; i++) {
      chain.add(takeSlot(i));
    }
    return chain;
  }

  /**
   * Takes half of this ring, rounded up: the newest of them is the result, the others go into the
   * thief's own ring in order; or fewer, if the thief's ring takes no more. Nothing if another
   * thief is at work here, or if the thief's own ring is over half full.
   */
  @Override
  public @Nullable Task<?> steal(LocalQueue thief) {
    Ring own = (Ring) thief;
    int ownTail = own.tail;
    if (own.free() < own.slots.length / 2) {
      return null;
    }
    long h = (long) HEAD.getAcquire(this);
    int first;
    int count;
    for (; ; ) {
      first = real(h);
      if (steal(h) != first) {
        return null;
      }
      // Acquire: the slots in front of this tail are visible.
      int available = (int) TAIL.getAcquire(this) - first;
      // The thief's ring may be smaller than this one; it has room for half its own capacity.
      count = Math.min(available - available / 2, own.mostStolen);
      if (count <= 0) {
        return null;
      }
      long witness = (long) HEAD.compareAndExchange(this, h, pack(first, first + count));
      if (witness == h) {
        break;
      }
      h = witness;
    }
    // Between the two steps the claimed slots are the thief's: the owner does not write them while
    // they lie behind `steal`.
    int kept = count - 1;
    for (int i = 0; i < kept; i++) {
      own.slots[(ownTail + i) & own.mask] = takeSlot(first + i);
    }
    Task<?> task = takeSlot(first + kept);
    h = (long) HEAD.getAcquire(this);
    for (; ; ) {
      // Release, as part of the CAS: the copying is over before the owner may write the slots.
      long witness = (long) HEAD.compareAndExchange(this, h, pack(real(h), real(h)));
      if (witness == h) {
        break;
      }
      h = witness;
    }
    if (kept > 0) {
      TAIL.setRelease(own, ownTail + kept);
    }
    return task;
  }

  private Task<?> takeSlot(int index) {
    int slot = index & mask;
    Task<?> task = slots[slot];
    if (task == null) {
      throw new IllegalStateException("an empty slot inside the ring");
    }
    slots[slot] = null;
    return task;
  }
}

// Superclass fields are laid out first, so these classes keep the head, which thieves write, and
// the
// tail, which the owner writes, on lines of their own.

/** Padding in front. */
abstract class RingPad0 extends LocalQueue {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** The head. */
abstract class RingHead extends RingPad0 {
  long head;
}

/** Padding between head and tail. */
abstract class RingPad1 extends RingHead {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** The tail. */
abstract class RingTailField extends RingPad1 {
  int tail;
}

/** Padding behind the tail. */
abstract class RingTail extends RingTailField {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}
