package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimeoutTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final HandFired timers = new HandFired();
  private final List<Task<?>> runnable = new ArrayList<>();
  private final HeddleRuntime runtime = HandDriven.runtime(runnable::add, timers);
  private final Worker worker = runtime.books().newWorker();

  private final List<String> closed = new ArrayList<>();
  private final Step never = new Step("never", 0, closed);
  private final Step two = new Step("two", 2, closed);

  @AfterEach
  void close() {
    runtime.close();
  }

  /** Spawns the future and polls it once. */
  private <T> JoinHandle<T> polled(Future<T> future) {
    JoinHandle<T> handle = runtime.spawn(future);
    runOnce();
    return handle;
  }

  private void runOnce() {
    Task<?> task = runnable.removeFirst();
    if (worker.run(task)) {
      runnable.add(task);
    }
  }

  private static void assertTimedOut(JoinHandle<?> handle) {
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(handle::value)
        .havingCause()
        .isInstanceOf(FutureTimeoutException.class)
        .withMessage("not ready within PT1S")
        .satisfies(
            thrown -> assertThat(((FutureTimeoutException) thrown).duration()).isEqualTo(SECOND));
  }

  @Test
  void aFutureThatIsReadyInTimeHasItsValueAndLeavesNoTimerBehind() {
    JoinHandle<String> handle = polled(Futures.timeout(two, SECOND));
    assertThat(timers.size()).isEqualTo(1);
    ((Task<?>) handle).wake();
    runOnce();
    assertThat(handle.value()).isEqualTo("two");
    assertThat(timers.size()).isZero();
    assertThat(closed).containsExactly("two");
  }

  @Test
  void itsTimerIsTakenOutAsSoonAsItIsReady() throws Exception {
    Future<String> timeout = Futures.timeout(two, SECOND);
    polled(
        Futures.<String>pollFn((context, result) -> {
          timeout.poll(context);
          return timeout.poll(context) == Poll.READY ? result.ready("ready") : Poll.PENDING;
        }));
    assertThat(timers.size()).as("timers, before the close").isZero();
    timeout.close();
  }

  @Test
  void aFutureThatIsNotIsClosedAtOnceAndOnce() {
    Future<String> timeout = Futures.timeout(never, SECOND);
    JoinHandle<List<String>> handle =
        polled(
            Futures.pollFn((context, result) -> {
              try {
                return timeout.poll(context);
              } catch (FutureTimeoutException timedOut) {
                return result.ready(List.copyOf(closed)); // what was closed by now
              }
            }));
    timers.fire();
    runOnce();
    assertThat(handle.value()).containsExactly("never");
    timeout.close();
    assertThat(closed).containsExactly("never");
  }

  @Test
  void theFailureNamesTheDuration() {
    JoinHandle<String> handle = polled(Futures.timeout(never, SECOND));
    timers.fire();
    runOnce();
    assertTimedOut(handle);
  }

  @Test
  void theFutureIsPolledBeforeTheTimeIsLookedAt() {
    JoinHandle<String> handle = polled(Futures.timeout(two, SECOND));
    timers.fire();
    runOnce();
    assertThat(handle.value()).isEqualTo("two");
  }

  @Test
  void withNoTimeAtAllTheFutureIsPolledOnce() {
    assertThat(polled(Futures.timeout(new Step("one", 1, closed), Duration.ZERO)).value())
        .isEqualTo("one");
    JoinHandle<String> handle = polled(Futures.timeout(never, Duration.ofNanos(-1)));
    assertThat(handle.isFinished()).isTrue();
    assertThat(never.polls).isEqualTo(1);
    assertThat(closed).containsExactly("one", "never");
  }

  /** Two polls from the time on: one in which no budget was left for the time-out, and another. */
  @Test
  void aFutureThatUsesUpItsBudgetInEveryPollTimesOutAllTheSame() {
    JoinHandle<String> handle =
        polled(
            Futures.timeout(
                Futures.pollFn((context, result) -> {
                  while (context.takeBudget()) {}
                  return Poll.PENDING;
                }),
                SECOND));
    timers.fire();
    runOnce();
    assertThat(handle.isFinished()).isFalse();
    runOnce();
    assertTimedOut(handle);
  }

  /** In one poll: each time-out takes its share of the budget, so the loop has an end. */
  @Test
  void aLoopOverWhatTimesOutLetsOthersHaveTheirTurn() {
    int[] timeouts = new int[1];
    polled(
        Futures.<String>pollFn((context, result) -> {
          try {
            while (true) {
              try (Closeable timeout =
                  new Closeable(Futures.timeout(new Step("never", 0, closed), Duration.ZERO))) {
                if (timeout.future().poll(context) == Poll.PENDING) {
                  return Poll.PENDING;
                }
              } catch (FutureTimeoutException timedOut) {
                timeouts[0]++;
              }
            }
          } finally {
            assertThat(timeouts[0]).isEqualTo(Task.BUDGET);
          }
        }));
    assertThat(timeouts[0]).isEqualTo(Task.BUDGET);
    assertThat(runtime.counters().budgetYields()).isEqualTo(1);
    assertThat(closed).hasSize(Task.BUDGET + 1);
  }

  private record Closeable(Future<String> future) implements AutoCloseable {
    @Override
    public void close() {
      future.close();
    }
  }

  @Test
  void aFutureThatFailsFailsTheTimeoutAndLeavesNoTimerBehind() {
    never.failure = new java.io.IOException("broken");
    JoinHandle<String> handle = polled(Futures.timeout(never, SECOND));
    assertThatThrownBy(handle::value).hasCause(never.failure);
    assertThat(closed).containsExactly("never");
    assertThat(timers.size()).isZero();
  }

  @Test
  void whatTheFuturesCloseThrowsIsSuppressedByTheTimeout() {
    never.closeFailure = new RuntimeException("close");
    JoinHandle<String> handle = polled(Futures.timeout(never, SECOND));
    timers.fire();
    runOnce();
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(handle::value)
        .havingCause()
        .satisfies(timedOut -> assertThat(timedOut).hasSuppressedException(never.closeFailure));
    assertThat(closed).containsExactly("never");
  }

  @Test
  void anAbortedTimeoutClosesBoth() {
    JoinHandle<String> handle = polled(Futures.timeout(never, SECOND));
    handle.abort();
    runOnce();
    assertThat(closed).containsExactly("never");
    assertThat(timers.size()).isZero();
  }

  @Test
  void withoutTimersOnlyAFutureThatHasToWaitFails() {
    List<Task<?>> other = new ArrayList<>();
    try (HeddleRuntime untimed = HandDriven.runtime(other::add)) {
      Worker its = untimed.books().newWorker();
      JoinHandle<String> ready = untimed.spawn(Futures.timeout(new Step("one", 1, closed), SECOND));
      JoinHandle<String> waits = untimed.spawn(Futures.timeout(never, SECOND));
      other.forEach(its::run);
      assertThat(ready.value()).isEqualTo("one");
      assertThatThrownBy(waits::value).hasCauseInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void beforeItIsReadyItHasNoValue() {
    assertThatIllegalStateException()
        .isThrownBy(
            Futures.timeout(Futures.pollFn((context, result) -> Poll.PENDING), SECOND)::value);
  }
}
