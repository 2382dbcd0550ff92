package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.heddle.runtime.Either;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.FutureTimeoutException;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.TaskFailedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A future that uses up the budget of every poll, beside one that sleeps in the same task. */
@ParameterizedClass
@MethodSource("dev.heddle.timers.Setup#everyStrategyAndEveryTimer")
class GreedyTest {
  private static final Duration WHILE = Duration.ofMillis(1);

  private final HeddleRuntime runtime;

  GreedyTest(Setup setup) {
    runtime = setup.builder().build();
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  /** Finds its leaves ready again and again, until it is told to stop. */
  private static Future<String> greedy(AtomicBoolean stop) {
    return Futures.pollFn((context, result) -> {
      while (!stop.get()) {
        if (Futures.ready(1).poll(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
      }
      return result.ready("stopped");
    });
  }

  private void assertThatItWasMadeToYield() {
    assertThat(runtime.counters().budgetYields()).isPositive();
  }

  @Test
  void joinedWithASleeperItLetsTheSleeperWake() throws Exception {
    AtomicBoolean slept = new AtomicBoolean();
    Future<String> sleeper =
        Futures.sleep(WHILE)
            .map(nothing -> {
              slept.set(true);
              return "slept";
            });
    List<String> both = runtime.spawn(Futures.join(greedy(slept), sleeper)).join();
    assertThat(both).containsExactly("stopped", "slept");
    assertThatItWasMadeToYield();
  }

  @Test
  void inASelectItLosesToTheSleeper() throws Exception {
    Future<Either<String, String>> select =
        Futures.select(greedy(new AtomicBoolean()), Futures.sleep(WHILE).map(nothing -> "slept"));
    assertThat(runtime.spawn(select).join()).isEqualTo(new Either.Second<>("slept"));
    assertThatItWasMadeToYield();
  }

  @Test
  void withATimeoutItTimesOut() {
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(runtime.spawn(Futures.timeout(greedy(new AtomicBoolean()), WHILE))::join)
        .withCauseInstanceOf(FutureTimeoutException.class);
    assertThatItWasMadeToYield();
  }

  @Test
  void outsideWithATimeoutItTimesOut() {
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(() -> runtime.blockOn(Futures.timeout(greedy(new AtomicBoolean()), WHILE)))
        .withCauseInstanceOf(FutureTimeoutException.class);
  }
}
