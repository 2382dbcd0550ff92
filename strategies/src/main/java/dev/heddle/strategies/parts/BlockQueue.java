package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A worker's local queue in blocks: owner and thieves synchronise once a block where those of a
 * {@link Ring} do it once a task. The idea is BWoS (Wang et al., "BWoS: Formally Verified
 * Block-based Work Stealing for Parallel Processing", OSDI 2023), here in its FIFO form.
 *
 * <p>Blocks are filled one after the other, and the oldest is the owner's alone: out of it the
 * owner pops with plain loads and stores. When that one is used up the owner <em>closes</em> the
 * next block to thieves, by one exchange, and has what they left of it. Thieves take from the
 * blocks in between, the oldest first: a thief claims the rest of a block, or one task of it, by
 * one compare-and-set on the block's own word, copies, and reports that it is done. The block being
 * filled is open to thieves too; if the owner closes that one, its next push begins another.
 *
 * <p>So what the owner has closed cannot be stolen, a block's worth at most: the price of the cheap
 * pop, and the reason why blocks are small.
 *
 * <p>Push and pop are O(1) but for the entry into a block, allocate nothing, and wait for nobody: a
 * block that a paused thief has not done with is no room. Block numbers run freely over 2^32.
 */
public final class BlockQueue extends BlockQueueFields {
  private static final VarHandle FRONT;
  private static final VarHandle BACK;
  private static final VarHandle NEXT;
  private static final VarHandle LIMIT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      FRONT = lookup.findVarHandle(BlockQueueFields.class, "front", int.class);
      BACK = lookup.findVarHandle(BlockQueueFields.class, "back", int.class);
      NEXT = lookup.findVarHandle(BlockQueueFields.class, "next", int.class);
      LIMIT = lookup.findVarHandle(BlockQueueFields.class, "limit", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** {@link #push} counts no further. */
  static final int COUNTED = WakeRule.ENOUGH + 1;

  private final int blockSize;
  private final int mostStolen;

  // Behind the fields too: neighbours in memory are other workers' queues.
  @SuppressWarnings("UnusedVariable")
  private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

  /**
   * An empty queue.
   *
   * @param capacity how many tasks it holds while no block is in part used up; a power of two
   * @param blockSize how many a block holds; a power of two, at most half the capacity
   * @param mostStolen how many tasks its owner takes at most when it steals
   */
  public BlockQueue(int capacity, int blockSize, int mostStolen) {
    this(capacity, blockSize, mostStolen, 0);
  }

  /** As the constructor. Code that makes another kind of queue can call it without this class. */
  public static LocalQueue create(int capacity, int blockSize, int mostStolen) {
    return new BlockQueue(capacity, blockSize, mostStolen);
  }

  /** As above, with its block numbers starting anywhere, so that a test can watch them wrap. */
  BlockQueue(int capacity, int blockSize, int mostStolen, int firstBlock) {
    super(closedBlocks(capacity, blockSize, firstBlock - 1), firstBlock);
    this.blockSize = blockSize;
    this.mostStolen = mostStolen;
  }

  private static Block[] closedBlocks(int capacity, int blockSize, int number) {
    if (Integer.bitCount(capacity) != 1 || Integer.bitCount(blockSize) != 1) {
      throw new IllegalArgumentException(
          "capacity was %d, block size %d; allowed are powers of two"
              .formatted(capacity, blockSize));
    }
    if (blockSize > capacity / 2) {
      throw new IllegalArgumentException(
          "block size was %d; allowed is at most half the capacity, %d"
              .formatted(blockSize, capacity / 2));
    }
    return Stream.generate(() -> new Block(blockSize, number))
        .limit(capacity / blockSize)
        .toArray(Block[]::new);
  }

  @Override
  public int size() {
    return own() + stealable();
  }

  /** What the owner alone can take. */
  private int own() {
    return Math.max(0, (int) LIMIT.getOpaque(this) - (int) NEXT.getOpaque(this));
  }

  @Override
  public int stealable() {
    int last = (int) BACK.getAcquire(this);
    int count = 0;
    // A guess that lags by more than a round of the blocks is of no use to anybody.
    int number = (int) FRONT.getAcquire(this);
    for (int i = 0; i <= mask && number != last; i++) {
      number++;
      count += block(number).unclaimed(number);
    }
    return count;
  }

  @Override
  public int free() {
    return free(Integer.MAX_VALUE);
  }

  /** How many tasks the owner can push now; counts no further than it takes to be enough. */
  private int free(int enough) {
    int free = blockSize - filled;
    int number = back + 1;
    for (int i = 0; i <= mask && free < enough && isFree(number); i++) {
      free += blockSize;
      number++;
    }
    return free;
  }

  /** Whether the block of this number can be begun: its predecessor in its place is used up. */
  private boolean isFree(int number) {
    int predecessor = number - blocks.length;
    int ahead = predecessor - front; // positive if it was not closed yet
    return ahead < 0
        ? block(number).thievesAreDone()
        : ahead == 0 && next == limit && block(number).thievesAreDone();
  }

  @Override
  public int progress() {
    // Blocks are closed in order; within one the owner goes forward, and thieves take from others.
    return ((int) FRONT.getOpaque(this) << Short.SIZE) + (int) NEXT.getOpaque(this);
  }

  @Override
  public int pushed() {
    return pushed;
  }

  @Override
  public int push(Task<?> task) {
    if (filled == blockSize && !beginBlock()) {
      return 0;
    }
    openBlock.put(filled++, task);
    pushed++;
    return Math.max(1, count()); // a thief may have it by now
  }

  private boolean beginBlock() {
    int number = back + 1;
    if (!isFree(number)) {
      return false;
    }
    openBlock = block(number);
    openBlock.open(number);
    filled = 0;
    BACK.setRelease(this, number);
    return true;
  }

  /** From the youngest block on, where most of what there is will be. */
  private int count() {
    int count = next == limit ? 0 : 1;
    for (int number = back; number != front && count < COUNTED; number--) {
      count += block(number).unclaimed(number);
    }
    return Math.min(count, COUNTED);
  }

  @Override
  public @Nullable Task<?> pushLinked(@Nullable Task<?> first, int count) {
    Task<?> at = first;
    for (int i = 0; i < count; i++) {
      if (at == null) {
        throw new IllegalStateException("the chain is shorter than its length says");
      }
      Task<?> after = at.link();
      at.link(null);
      add(at);
      at = after;
    }
    return at;
  }

  /** Pushes where there is known to be room. */
  private void add(Task<?> task) {
    if (filled == blockSize && !beginBlock()) {
      throw new IllegalStateException("there is less room than was said");
    }
    openBlock.put(filled++, task);
    pushed++;
  }

  @Override
  public @Nullable Task<?> pop() {
    if (next == limit && !closeNextBlock()) {
      return null;
    }
    Task<?> task = ownBlock.take(next);
    NEXT.setOpaque(this, next + 1);
    return task;
  }

  /** Closes blocks until there is one of which thieves have left something. */
  private boolean closeNextBlock() {
    while (front != back) {
      int number = front + 1;
      Block block = block(number);
      if (number == back && block.unclaimed(number) == 0) {
        return false; // it stays open: the next push goes there
      }
      int first = block.close(number);
      int end = number == back ? filled : blockSize;
      ownBlock = block;
      LIMIT.setOpaque(this, end);
      NEXT.setOpaque(this, Math.min(first, end));
      if (number == back) {
        filled = blockSize; // nothing more goes in
      }
      FRONT.setRelease(this, number);
      if (next != limit) {
        return true;
      }
    }
    return false;
  }

  @Override
  public @Nullable Chain takeHalf() {
    Chain chain = new Chain();
    int half = (size() + 1) / 2;
    while (chain.length < half) {
      Task<?> task = pop();
      if (task == null) {
        break;
      }
      chain.add(task);
    }
    return chain.length == 0 ? null : chain;
  }

  /**
   * Takes what is left of the oldest open block, or as many as the thief takes at most: the oldest
   * of them is the result, the others go into the thief's own queue in order. Nothing if all that
   * is left is the owner's alone, or if the thief's own queue has no room for so many.
   */
  @Override
  public @Nullable Task<?> steal(LocalQueue thief) {
    BlockQueue own = (BlockQueue) thief;
    int most = own.mostStolen;
    if (own.free(most - 1) < most - 1) { // one of them is in hand
      return null;
    }
    int last = (int) BACK.getAcquire(this);
    int number = (int) FRONT.getAcquire(this);
    for (int i = 0; i <= mask && number != last; i++) {
      number++;
      Block block = block(number);
      long claim = block.claim(number, most);
      int count = Block.count(claim);
      if (count > 0) {
        int first = Block.first(claim);
        Task<?> task = block.take(first);
        for (int taken = 1; taken < count; taken++) {
          own.add(block.take(first + taken));
        }
        block.done(count);
        return task;
      }
    }
    return null;
  }
}

/** Padding in front: superclass fields are laid out first. */
abstract class BlockQueuePad extends LocalQueue {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** The owner's fields. Thieves read the two block numbers. */
abstract class BlockQueueFields extends BlockQueuePad {
  final Block[] blocks;
  final int mask;

  /** The number of the block that was closed last, and of the one that was begun last. */
  int front;

  int back;

  /** What is left of the closed block: from this index on, in front of that one. */
  int next;

  int limit;

  /** How many slots of the block that was begun last are filled, or have been given up. */
  int filled;

  /** How many tasks ever came in. */
  int pushed;

  Block ownBlock;
  Block openBlock;

  BlockQueueFields(Block[] blocks, int firstBlock) {
    this.blocks = blocks;
    mask = blocks.length - 1;
    front = firstBlock - 1;
    back = firstBlock;
    ownBlock = blocks[front & mask];
    openBlock = blocks[back & mask];
    openBlock.open(back);
  }

  final Block block(int number) {
    return blocks[number & mask];
  }
}
