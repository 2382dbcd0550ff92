package dev.heddle.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.explore.scenario.AbortAgainstWake;
import dev.heddle.explore.scenario.BlockedPoll;
import dev.heddle.explore.scenario.Crowd;
import dev.heddle.explore.scenario.SleepAgainstPark;
import dev.heddle.explore.scenario.SleepBesideBlockedPoll;
import dev.heddle.explore.scenario.SpawnAgainstClose;
import dev.heddle.explore.scenario.SpawnAndJoin;
import dev.heddle.explore.scenario.WakeStorm;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No wake-up is lost, whatever the schedule, in small runtimes of every policy. The profile {@code
 * stress} explores ten times as many schedules as the build does; the seeds are always the same, so
 * that a schedule which fails fails every time.
 */
class ExploreTest {
  private static final Explorer EXPLORER = new Explorer();

  static Stream<Arguments> everyScenarioOnEveryPolicy() {
    List<Arguments> all = new ArrayList<>();
    for (Class<?> scenario :
        List.of(
            SpawnAndJoin.class,
            WakeStorm.class,
            SpawnAgainstClose.class,
            AbortAgainstWake.class,
            Crowd.class,
            SleepAgainstPark.class)) {
      all.add(Arguments.of(scenario, "work-stealing", 2));
      all.add(Arguments.of(scenario, "work-stealing:ring=2", 2));
      all.add(Arguments.of(scenario, "work-stealing-no-lifo", 2));
      all.add(Arguments.of(scenario, "global-queue", 2));
      all.add(Arguments.of(scenario, "current-thread", 1));
    }
    for (int workers : new int[] {2, 3}) {
      all.add(Arguments.of(BlockedPoll.class, "work-stealing", workers));
      all.add(Arguments.of(BlockedPoll.class, "work-stealing-no-lifo", workers));
      all.add(Arguments.of(BlockedPoll.class, "global-queue", workers));
    }
    all.add(Arguments.of(SleepBesideBlockedPoll.class, "work-stealing", 2));
    all.add(Arguments.of(SleepBesideBlockedPoll.class, "global-queue", 2));
    return all.stream();
  }

  @ParameterizedTest(name = "{0} on {1} with {2}")
  @MethodSource("everyScenarioOnEveryPolicy")
  @Timeout(value = 1, unit = TimeUnit.HOURS) // as many schedules as somebody asks for
  void everyScheduleEnds(Class<? extends Scenario> scenario, String strategy, int workers) {
    assertThat(EXPLORER.explore(scenario, strategy, workers).failure()).isNull();
  }
}
