package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.spi.WorkerPolicy;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A worker's waiting and busy time, on a clock that a test moves. */
class WorkerCountersTest {
  private static final long BEGAN = -1_000; // such a clock may show anything

  private final AtomicLong clock = new AtomicLong(BEGAN);
  private final HeddleRuntime runtime = HandDriven.runtime(task -> {});
  private final Worker worker = new Worker(runtime, 0, null, 1);
  private final ArrayDeque<Task<?>> queue = new ArrayDeque<>();

  /** How long the next wait lasts. */
  private long waitNanos;

  private long waited;

  private final WorkerLoop loop =
      new WorkerLoop(
          worker,
          new Queue(),
          new Sleeper(),
          null,
          clock::get,
          1,
          () -> false,
          (thrown, task) -> {
            throw new AssertionError(thrown);
          });

  private final class Queue implements WorkerPolicy {
    @Override
    public void offer(Task<?> task) {
      queue.add(task);
    }

    @Override
    public void requeue(Task<?> task) {
      queue.add(task);
    }

    @Override
    public @Nullable Task<?> take() {
      return queue.poll();
    }

    @Override
    public boolean sleep() {
      return true;
    }
  }

  private final class Sleeper implements Parker {
    @Override
    public void park(long deadlineNanos) {
      assertThat(worker.counters().isWaiting()).as("waits").isTrue();
      long busyBefore = now().busyNanos();
      clock.addAndGet(waitNanos);
      waited += waitNanos;
      assertThat(now().busyNanos()).as("busy while it waits").isEqualTo(busyBefore);
    }

    @Override
    public void unpark() {}

    @Override
    public void poll() {}
  }

  private RuntimeCounters now() {
    return worker.counters().snapshot(BEGAN, clock::get);
  }

  /** A turn that polls one task for so long. */
  private void busyTurn(long nanos) {
    Scripted task =
        new Scripted(
            "task",
            (self, context) -> {
              clock.addAndGet(nanos);
              return self.done("done");
            });
    runtime.spawn(task);
    queue.add(task);
    assertThat(loop.turn()).isTrue();
  }

  private void idleTurn(long nanos) {
    waitNanos = nanos;
    assertThat(loop.turn()).isTrue();
  }

  @Test
  void busyAndWaitedTogetherAreTheWholeTime() {
    for (int i = 1; i <= 50; i++) {
      busyTurn(i);
      idleTurn(7L * i);
      if (i % 3 == 0) {
        idleTurn(1);
      }
      assertThat(now().busyNanos() + waited).isEqualTo(clock.get() - BEGAN);
    }
    assertThat(now().busyNanos()).isEqualTo(50 * 51 / 2);
    assertThat(worker.counters().isWaiting()).isFalse();
  }

  @Test
  void everyWaitIsAParkAndOneWithoutAPollSinceTheLastIsANoop() {
    idleTurn(1);
    assertThat(now().parks()).isEqualTo(1);
    assertThat(now().noopWakeups()).as("the first wait ends no other").isZero();
    idleTurn(1);
    idleTurn(1);
    assertThat(now().parks()).isEqualTo(3);
    assertThat(now().noopWakeups()).isEqualTo(2);
    busyTurn(1);
    idleTurn(1);
    assertThat(now().parks()).isEqualTo(4);
    assertThat(now().noopWakeups()).isEqualTo(2);
  }

  @Test
  void stealsAndOverflowsAreCountedByTheOperationAndByTheTask() {
    worker.counters().stole(3);
    worker.counters().stole(1);
    worker.counters().overflowed(5);
    assertThat(now().stealOperations()).isEqualTo(2);
    assertThat(now().steals()).isEqualTo(4);
    assertThat(now().overflowEvents()).isEqualTo(1);
    assertThat(now().overflows()).isEqualTo(5);
  }

  @Test
  void theTicksOfATaskStayAtTheirGreatestValue() {
    Scripted task = new Scripted("task", (self, context) -> Poll.PENDING);
    task.charge(65_000);
    assertThat(task.busyTicks()).isEqualTo(65_000);
    task.charge(1_000);
    assertThat(task.busyTicks()).isEqualTo(Character.MAX_VALUE);
    task.charge(1);
    assertThat(task.busyTicks()).isEqualTo(Character.MAX_VALUE);
  }
}
