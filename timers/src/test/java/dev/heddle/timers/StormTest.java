package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Spawning, joining, waking, sleeping, resetting, aborting and closing all at once, over and over:
 * no task is lost, polled by two, or closed twice. For as long as {@code -Dheddle.stress.seconds}
 * says per strategy, number of workers and way to end; a lost wake-up shows as a task that does not
 * end, with a dump of the runtime.
 */
@ParameterizedClass
@MethodSource("dev.heddle.timers.Setup#everyStrategyAndEveryTimer")
class StormTest {
  private static final Duration LASTS =
      Duration.ofMillis(
          (long) (1_000 * Double.parseDouble(System.getProperty("heddle.stress.seconds", "0.25"))));

  private static final long FIRST_SEED = Long.getLong("heddle.stress.seed", 1);

  private final Setup setup;

  StormTest(Setup setup) {
    this.setup = setup;
  }

  private interface Ending {
    void of(Storm storm) throws InterruptedException;
  }

  private void storms(Ending ending) throws InterruptedException {
    long end = System.nanoTime() + LASTS.toNanos();
    long seed = FIRST_SEED;
    do {
      ending.of(new Storm(setup.builder().build(), seed++));
    } while (System.nanoTime() - end < 0);
    assertThat(seed).isGreaterThan(FIRST_SEED);
  }

  @Test
  void everyTaskEndsByItself() throws Exception {
    storms(Storm::untilAllHaveEnded);
  }

  @Test
  void everyTaskEndsWithTheRuntime() throws Exception {
    storms(Storm::closedInTheMiddle);
  }
}
