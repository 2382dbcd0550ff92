package dev.heddle.strategies.adapters;

import dev.heddle.runtime.Task;

/** A task as a pool of {@link Runnable}s sees it, for life. */
class PoolTask implements Runnable {
  private final PoolScheduler scheduler;
  private final Task<?> task;

  PoolTask(PoolScheduler scheduler, Task<?> task) {
    this.scheduler = scheduler;
    this.task = task;
  }

  @Override
  public final void run() {
    scheduler.poll(task, this);
  }
}
