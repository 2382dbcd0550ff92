package dev.heddle.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.explore.scenario.BlockingWorkAgainstAdvance;
import dev.heddle.explore.scenario.EarlierSleepAgainstPark;
import dev.heddle.explore.scenario.SleepAgainstAbort;
import dev.heddle.explore.scenario.SleepAgainstClose;
import dev.heddle.explore.scenario.SleepAgainstReset;
import dev.heddle.explore.scenario.WakeAgainstAdvance;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No timer is lost, late or left behind, and no paused clock advances while anything is under way,
 * whatever the schedule: as {@link ExploreTest}, on the policies whose workers differ in how they
 * park and are woken.
 */
class ExploreTimersTest {
  private static final Explorer EXPLORER = new Explorer();

  static Stream<Arguments> everyScenario() {
    List<Arguments> all = new ArrayList<>();
    for (Class<?> scenario :
        List.of(
            EarlierSleepAgainstPark.class,
            SleepAgainstAbort.class,
            SleepAgainstClose.class,
            SleepAgainstReset.class,
            WakeAgainstAdvance.class,
            BlockingWorkAgainstAdvance.class)) {
      all.add(Arguments.of(scenario, "current-thread", 1, "global"));
      for (String placement : List.of("global", "per-worker")) {
        all.add(Arguments.of(scenario, "work-stealing", 2, placement));
        all.add(Arguments.of(scenario, "thread-per-core", 2, placement));
      }
      all.add(Arguments.of(scenario, "work-stealing-tokio", 2, "global"));
      all.add(Arguments.of(scenario, "global-queue", 3, "per-worker"));
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} on {1} with {2}, {3}")
  @MethodSource("everyScenario")
  @Timeout(value = 1, unit = TimeUnit.HOURS) // as many schedules as somebody asks for
  void everyScheduleEnds(
      Class<? extends Scenario> scenario, String strategy, int workers, String placement) {
    assertThat(EXPLORER.explore(scenario, strategy, workers, placement).failure()).isNull();
  }
}
