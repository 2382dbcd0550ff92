package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.Trait;
import dev.heddle.runtime.spi.WorkerPolicy;
import dev.heddle.strategies.parts.Idle;
import dev.heddle.strategies.parts.IdleWorkers;
import dev.heddle.strategies.parts.SharedFifo;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One {@link SharedFifo}. It wakes workers by the same rule as work stealing does, so that the two
 * differ in their queues alone: a worker that queues a first task will take it itself, the second
 * one is for another worker. A look at the length that misses the second one saw another thread's
 * third, and that thread is awake or wakes one itself.
 */
final class GlobalQueuePolicy implements Policy {
  /** For which tasks another worker is wanted. */
  static final Trait WAKE =
      new Trait("wake", "for a worker's second task in the queue, and for every task from outside");

  /** Who is woken. */
  static final Trait IDLE = new Trait("idle workers", Choice.Idlers.BITMAP.text);

  private final SharedFifo queue;
  private final Idle idle;

  /** Made once, because parking allocates nothing. */
  private final BooleanSupplier anyWork = this::isNotEmpty;

  GlobalQueuePolicy(PolicyContext context, SharedFifo queue) {
    this.queue = queue;
    idle = new IdleWorkers(context);
  }

  @Override
  public WorkerPolicy worker(int index) {
    return new Side(index);
  }

  @Override
  public void inject(Task<?> task) {
    queue.add(task);
    idle.wakeOne();
  }

  private boolean isNotEmpty() {
    return queue.length() > 0;
  }

  @Override
  public long injectionDepth() {
    return queue.length();
  }

  private final class Side implements WorkerPolicy {
    private final int index;
    private boolean searching;

    Side(int index) {
      this.index = index;
    }

    @Override
    public void offer(Task<?> task) {
      if (queue.add(task) == 2) {
        idle.wakeOne();
      }
    }

    @Override
    public void requeue(Task<?> task) {
      offer(task);
    }

    @Override
    public @Nullable Task<?> take() {
      Task<?> task = queue.poll();
      if (task != null && searching) {
        searching = false;
        idle.found(anyWork);
      }
      return task;
    }

    @Override
    public boolean sleep() {
      boolean wasSearching = searching;
      searching = false;
      if (idle.park(index, wasSearching, anyWork, anyWork)) {
        return true;
      }
      searching = idle.stayed(index);
      return false;
    }

    @Override
    public void awake() {
      searching = idle.unparked(index);
    }
  }
}
