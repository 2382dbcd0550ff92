package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A block of a {@link BlockQueue}: slots that are filled in order, and the word by which thieves
 * and the owner share them.
 */
final class Block extends BlockTasks {
  private static final VarHandle CLAIMED;
  private static final VarHandle FILLED;
  private static final VarHandle DONE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CLAIMED = lookup.findVarHandle(BlockWord.class, "claimed", long.class);
      DONE = lookup.findVarHandle(BlockWord.class, "done", int.class);
      FILLED = lookup.findVarHandle(BlockTasks.class, "filled", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final long NOTHING = 0;

  // Behind the fields too: the next block is others' to write.
  @SuppressWarnings("UnusedVariable")
  private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

  /** A closed block of that number. */
  Block(int size, int number) {
    super(size);
    claimed = word(number, size);
  }

  private static long word(int number, int index) {
    return ((long) number << Integer.SIZE) | index;
  }

  private static int number(long word) {
    return (int) (word >>> Integer.SIZE);
  }

  private static int index(long word) {
    return (int) word;
  }

  static int first(long claim) {
    return (int) (claim >>> Integer.SIZE);
  }

  static int count(long claim) {
    return (int) claim;
  }

  // ---- the owner's side --------------------------------------------------------------------

  /** The block, of which nobody else knows any more, begins again empty. */
  void open(int number) {
    done = 0;
    claimedByThieves = 0;
    filled = 0;
    // Release: who sees the number sees the block empty.
    CLAIMED.setRelease(this, word(number, 0));
  }

  void put(int index, Task<?> task) {
    slots[index] = task;
    // Release: who sees the count sees the slot.
    FILLED.setRelease(this, index + 1);
  }

  /** Returns the index in front of which all is claimed by thieves: the rest is the owner's. */
  int close(int number) {
    claimedByThieves = index((long) CLAIMED.getAndSet(this, word(number, slots.length)));
    return claimedByThieves;
  }

  boolean thievesAreDone() {
    // Acquire: their copying is over before the slots are written again.
    return (int) DONE.getAcquire(this) == claimedByThieves;
  }

  // ---- any thread --------------------------------------------------------------------------

  /** How many tasks can be claimed in the block of this number; 0 if it is closed or gone. */
  int unclaimed(int number) {
    long word = (long) CLAIMED.getAcquire(this);
    return number(word) == number ? Math.max(0, (int) FILLED.getAcquire(this) - index(word)) : 0;
  }

  /** Claims tasks for a thief, so many at most; says which is the first and how many they are. */
  long claim(int number, int most) {
    long word = (long) CLAIMED.getAcquire(this);
    while (number(word) == number) {
      int first = index(word);
      // Of this number's block, if the exchange succeeds: until it is closed it is filled only.
      int count = Math.min((int) FILLED.getAcquire(this) - first, most);
      if (count <= 0) {
        return NOTHING;
      }
      long witness = (long) CLAIMED.compareAndExchange(this, word, word + count);
      if (witness == word) {
        return ((long) first << Integer.SIZE) | count;
      }
      word = witness;
    }
    return NOTHING;
  }

  /** Takes a task that is the caller's by a claim or because the block is closed. */
  Task<?> take(int index) {
    Task<?> task = slots[index];
    if (task == null) {
      throw new IllegalStateException("an empty slot inside the block");
    }
    slots[index] = null; // a finished task must not stay reachable until the block is filled again
    return task;
  }

  /** A thief has taken what it claimed, and touches the block no more. */
  void done(int count) {
    DONE.getAndAdd(this, count);
  }
}

// Superclass fields are laid out first, so these classes keep what the owner writes at every step
// apart from what thieves write.

/** The word that thieves and owner compete for. */
abstract class BlockWord {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

  /** The block's number above, the index of the first task that nobody has claimed below. */
  long claimed;

  /** How many tasks thieves have taken. */
  int done;
}

/** What the owner writes. */
abstract class BlockTasks extends BlockWord {
  @SuppressWarnings("UnusedVariable")
  private long o00, o01, o02, o03, o04, o05, o06, o07, o08, o09, o10, o11, o12, o13, o14, o15;

  final @Nullable Task<?>[] slots;
  int filled;

  /** How many tasks thieves had claimed when the block was closed. */
  int claimedByThieves;

  BlockTasks(int size) {
    slots = new Task<?>[size];
  }
}
