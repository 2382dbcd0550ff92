package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.sync.Oneshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockOnTest {
  private final HeddleRuntime runtime = FifoStrategy.start(2);
  private final List<String> closed = new ArrayList<>();

  @AfterEach
  void close() {
    runtime.close();
  }

  private Step step(int readyAt) {
    return new Step("future", readyAt, closed);
  }

  private void assertClosedOnce() {
    assertThat(closed).containsExactly("future");
  }

  /** The future, and a latch that opens once it was polled and waits. */
  private <T> Future<T> telling(CountDownLatch waits, Future<T> future) {
    return new Future<>() {
      @Override
      public Poll poll(Context context) throws Exception {
        Poll poll = future.poll(context);
        if (poll == Poll.PENDING) {
          waits.countDown();
        }
        return poll;
      }

      @Override
      public T value() {
        return future.value();
      }

      @Override
      public void close() {
        closed.add("future");
        future.close();
      }
    };
  }

  @Test
  void theValueOfAFutureThatIsReadyIsReturned() throws Exception {
    assertThat(runtime.blockOn(step(1))).isEqualTo("future");
    assertClosedOnce();
  }

  @Test
  void aFutureThatWaitsIsPolledAgainWhenItIsWoken() throws Exception {
    CountDownLatch waits = new CountDownLatch(1);
    Oneshot<String> oneshot = new Oneshot<>();
    Thread sender =
        Thread.ofPlatform()
            .start(() -> {
              try {
                waits.await();
                oneshot.send("hello");
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    assertThat(runtime.blockOn(telling(waits, oneshot))).isEqualTo("hello");
    assertClosedOnce();
    sender.join();
  }

  @Test
  void aWakeUpDuringThePollIsNotLost() throws Exception {
    int[] polls = new int[1];
    Future<Integer> future =
        Futures.pollFn((context, result) -> {
          context.waker().wake();
          return ++polls[0] < 1_000 ? Poll.PENDING : result.ready(polls[0]);
        });
    assertThat(runtime.blockOn(future)).isEqualTo(1_000);
  }

  @Test
  void aFutureThatYieldsIsPolledAgain() throws Exception {
    Future<String> future = Futures.yieldNow().then(nothing -> step(1));
    assertThat(runtime.blockOn(future)).isEqualTo("future");
  }

  @Test
  void itSpawnsIntoTheRuntimeAndWaitsForItsTasks() throws Exception {
    Future<String> future =
        Futures.ready(1)
            .then(one -> runtime.spawn(Futures.yieldNow().then(nothing -> step(1))).future());
    assertThat(runtime.blockOn(future)).isEqualTo("future");
  }

  /** As in a task: else a loop over a leaf that is always ready would not end. */
  @Test
  void aPollHasABudget() throws Exception {
    List<Integer> perPoll = new ArrayList<>();
    Future<List<Integer>> future =
        Futures.pollFn((context, result) -> {
          int taken = 0;
          while (context.takeBudget()) {
            taken++;
          }
          perPoll.add(taken);
          return perPoll.size() < 3 ? Poll.PENDING : result.ready(perPoll);
        });
    assertThat(runtime.blockOn(future)).containsExactly(Task.BUDGET, Task.BUDGET, Task.BUDGET);
  }

  @Test
  void aFutureThatFailsIsClosedAndItsFailureIsTheCause() {
    Step step = step(1);
    step.failure = new java.io.IOException("broken");
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(() -> runtime.blockOn(step))
        .withCause(step.failure);
    assertClosedOnce();
  }

  @Test
  void aFutureWhosePollGivesNullFails() {
    Step step = step(1);
    step.givesNull = true;
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(() -> runtime.blockOn(step))
        .withCauseInstanceOf(NullPointerException.class);
    assertClosedOnce();
  }

  @Test
  void aFutureThatCannotBeClosedFails() {
    Step step = step(1);
    step.closeFailure = new RuntimeException("close");
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(() -> runtime.blockOn(step))
        .withCause(step.closeFailure);
    assertClosedOnce();
  }

  @Test
  void anInterruptClosesTheFuture() {
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> runtime.blockOn(step(0)));
    assertThat(Thread.interrupted()).as("the flag is taken").isFalse();
    assertClosedOnce();
  }

  @Test
  void anInterruptLeavesAFutureAloneThatNeedNotWait() throws Exception {
    Thread.currentThread().interrupt();
    try {
      assertThat(runtime.blockOn(step(1))).isEqualTo("future");
    } finally {
      assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
    }
  }

  @Test
  void anInterruptEndsAFutureThatOnlyYields() {
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> runtime.blockOn(Futures.pollFn((context, result) -> context.yieldNow())));
  }

  @Test
  void aRuntimeThatClosesEndsIt() throws Exception {
    CountDownLatch waits = new CountDownLatch(1);
    Thread closer =
        Thread.ofPlatform()
            .start(() -> {
              try {
                waits.await();
                runtime.close();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    assertThatExceptionOfType(TaskCancelledException.class)
        .isThrownBy(() -> runtime.blockOn(telling(waits, new Oneshot<String>())));
    assertClosedOnce();
    closer.join();
  }

  @Test
  void aRuntimeThatIsClosedRefusesItAndClosesTheFuture() {
    runtime.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> runtime.blockOn(step(1)))
        .withMessage("the runtime is closed");
    assertClosedOnce();
  }

  @Test
  void aWorkerRefusesItAndClosesTheFuture() throws Exception {
    JoinHandle<String> handle =
        runtime.spawn(
            Futures.<String>pollFn(
                (context, result) -> result.ready(context.runtime().blockOn(step(1)))));
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(handle::join)
        .havingCause()
        .isInstanceOf(IllegalStateException.class)
        .withMessage("blockOn() would block a worker; inside a task poll the future, or spawn it");
    assertClosedOnce();
  }

  /** The outer one is released by the end of the runtime although the inner one came in between. */
  @Test
  void onePollMayBlockOnAnotherFuture() throws Exception {
    CountDownLatch waits = new CountDownLatch(1);
    Future<String> outer =
        Futures.pollFn((context, result) -> {
          assertThat(context.runtime().blockOn(Futures.ready("inner"))).isEqualTo("inner");
          assertThat(runtime.spawn(Futures.ready("task")).join()).isEqualTo("task");
          waits.countDown();
          return Poll.PENDING;
        });
    Thread closer =
        Thread.ofPlatform()
            .start(() -> {
              try {
                waits.await();
                runtime.close();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    assertThatExceptionOfType(TaskCancelledException.class)
        .isThrownBy(() -> runtime.blockOn(outer));
    closer.join();
  }
}
