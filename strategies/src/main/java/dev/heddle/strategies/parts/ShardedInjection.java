package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Several {@link InjectionQueue}s, so that producers on many cores do not all write the same line.
 * A producer draws two shards and pushes to the shorter one: the power of two choices
 * (Mitzenmacher, 2001), by which the longest shard stays within a few tasks of the mean. In one
 * shard the order is FIFO, between two there is none.
 *
 * <p>A worker begins at its own shard and then serves all in turn, whether or not they hold
 * something: so a task with n others in front of it in its shard is reached by the {@code (n + 1) *
 * shards}-th poll of any one worker at the latest, whatever comes into the other shards.
 *
 * <p>There are as many shards as workers, up to the next power of two, and {@value #MOST_SHARDS} at
 * most. To ask all of them, as {@link #isEmpty} does, is O(shards).
 */
public final class ShardedInjection extends Injection {
  /** A worker that finds nothing looks at all shards: more would be a long look. */
  public static final int MOST_SHARDS = 16;

  private final Shard[] shards;

  /** Empty shards for so many workers. */
  public ShardedInjection(int workers) {
    this(workers, Math.min(MOST_SHARDS, Integer.highestOneBit(2 * workers - 1)));
  }

  /**
   * As above.
   *
   * @param shards how many; a power of two
   */
  ShardedInjection(int workers, int shards) {
    this.shards = new Shard[shards];
    for (int i = 0; i < shards; i++) {
      this.shards[i] = new Shard(new InjectionQueue(Math.max(1, workers / shards)));
    }
  }

  /** How many tasks wait in the longest shard. */
  int longest() {
    return Arrays.stream(shards).mapToInt(shard -> shard.waiting.getOpaque()).max().orElse(0);
  }

  int shards() {
    return shards.length;
  }

  /** One queue, and how many tasks were pushed to it and not yet taken. */
  private record Shard(InjectionQueue queue, AtomicInteger waiting) {
    Shard(InjectionQueue queue) {
      this(queue, new AtomicInteger());
    }

    @Nullable Task<?> poll() {
      Task<?> task = queue.poll();
      if (task != null) {
        waiting.getAndDecrement();
      }
      return task;
    }

    @Nullable Task<?> pollBatch(LocalQueue into, int room) {
      int before = into.pushed();
      Task<?> task = queue.pollBatch(into, room);
      if (task != null) {
        waiting.getAndAdd(before - into.pushed() - 1);
      }
      return task;
    }
  }

  /** The shorter one of two that chance picks. */
  private Shard choose() {
    int random = ThreadLocalRandom.current().nextInt();
    Shard one = shards[random & (shards.length - 1)];
    Shard other = shards[(random >>> (Integer.SIZE / 2)) & (shards.length - 1)];
    return one.waiting.getOpaque() <= other.waiting.getOpaque() ? one : other;
  }

  @Override
  public boolean push(Task<?> task) {
    Shard shard = choose();
    shard.waiting.getAndIncrement();
    return shard.queue.push(task);
  }

  @Override
  public boolean push(Chain chain) {
    Shard shard = choose();
    shard.waiting.getAndAdd(chain.length);
    return shard.queue.push(chain);
  }

  @Override
  public boolean isEmpty() {
    for (Shard shard : shards) {
      if (!shard.queue.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public long depth() {
    long depth = 0;
    for (Shard shard : shards) {
      depth += shard.queue.depth();
    }
    return depth;
  }

  @Override
  public Injection side(int worker) {
    return new Side(worker);
  }

  /** For whoever is no worker: from the first shard on. */
  @Override
  public @Nullable Task<?> poll() {
    return new Side(0).poll();
  }

  @Override
  public @Nullable Task<?> pollBatch(LocalQueue queue, int room) {
    return new Side(0).pollBatch(queue, room);
  }

  /** What one worker sees: whose turn it is. Takes are the worker's own. */
  private final class Side extends Injection {
    private int next;

    Side(int worker) {
      next = worker & (shards.length - 1);
    }

    /** The shard whose turn it is. A shard has its turn also if it turns out to be empty. */
    private Shard advance() {
      Shard shard = shards[next];
      next = (next + 1) & (shards.length - 1);
      return shard;
    }

    @Override
    public boolean push(Task<?> task) {
      return ShardedInjection.this.push(task);
    }

    @Override
    public boolean push(Chain chain) {
      return ShardedInjection.this.push(chain);
    }

    @Override
    public boolean isEmpty() {
      return ShardedInjection.this.isEmpty();
    }

    @Override
    public long depth() {
      return ShardedInjection.this.depth();
    }

    @Override
    public @Nullable Task<?> poll() {
      for (int i = 0; i < shards.length; i++) {
        Task<?> task = advance().poll();
        if (task != null) {
          return task;
        }
      }
      return null;
    }

    @Override
    public @Nullable Task<?> pollBatch(LocalQueue queue, int room) {
      for (int i = 0; i < shards.length; i++) {
        Task<?> task = advance().pollBatch(queue, room);
        if (task != null) {
          return task;
        }
      }
      return null;
    }
  }
}
