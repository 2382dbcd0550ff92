package dev.heddle.runtime;

import dev.heddle.runtime.spi.Policy;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one loop that runs every {@link Policy}, cut into turns, so that threads drive it for
 * measuring and a test may drive it step by step. It knows its worker, its policy and its parker;
 * who drives, or what the time is, it does not know.
 *
 * <p>Driven by one thread at a time.
 */
final class WorkerLoop {
  private final int index;
  private final Worker worker;
  private final Policy policy;
  private final Parker parker;
  private final int ticksPerTurn;
  private final BooleanSupplier stopping;

  /** When the last full turn ended, if nothing but polling happened since; else 0. */
  private long turnEndNanos;

  WorkerLoop(
      Worker worker, Policy policy, Parker parker, int ticksPerTurn, BooleanSupplier stopping) {
    this.index = worker.index();
    this.worker = worker;
    this.policy = policy;
    this.parker = parker;
    this.ticksPerTurn = ticksPerTurn;
    this.stopping = stopping;
  }

  /**
   * One turn: polls tasks until there are none at hand, a full turn's ticks at most; then looks at
   * the driver, and only then lets the tasks that yielded queue again. If there was nothing at all,
   * searches, and in the end parks.
   *
   * @return false once there is nothing left and the runtime is stopping
   */
  boolean turn() {
    // The yielded tasks' list lives in two locals: a field of this long-lived object would cost a
    // garbage-collector barrier with a memory fence for every yield.
    Task<?> firstYielded = null;
    Task<?> lastYielded = null;
    int ticks = 0;
    while (ticks < ticksPerTurn) {
      Task<?> task = policy.take(index);
      if (task == null) {
        break;
      }
      ticks++;
      switch (worker.run(task)) {
        case NOTHING -> {}
        case AGAIN -> requeue(task);
        case YIELDED -> {
          task.link(null);
          if (lastYielded == null) {
            firstYielded = task;
          } else {
            lastYielded.link(task);
          }
          lastYielded = task;
        }
      }
    }
    if (ticks == 0) {
      turnEndNanos = 0;
      return goElsewhere();
    }
    parker.poll();
    requeueAll(firstYielded);
    measure(ticks);
    return true;
  }

  private void requeueAll(@Nullable Task<?> first) {
    Task<?> at = first;
    while (at != null) {
      Task<?> next = at.link();
      at.link(null);
      requeue(at);
      at = next;
    }
  }

  private void requeue(Task<?> task) {
    worker.stamp(task);
    policy.requeue(task, index);
  }

  /** Tells the policy the mean poll time of full turns: one look at the clock each. */
  private void measure(int ticks) {
    if (ticks < ticksPerTurn) {
      turnEndNanos = 0;
      return;
    }
    long now = System.nanoTime();
    if (turnEndNanos != 0) {
      policy.tune(index, (now - turnEndNanos) / ticks);
    }
    turnEndNanos = now;
  }

  private boolean goElsewhere() {
    parker.poll();
    Task<?> task = policy.search(index);
    if (task != null) {
      if (worker.run(task) != Task.After.NOTHING) {
        requeue(task);
      }
      return true;
    }
    if (stopping.getAsBoolean()) {
      return false;
    }
    if (policy.sleep(index)) {
      worker.counters().parked();
      parker.park(Parker.NEVER);
      policy.awake(index);
    }
    return true;
  }
}
