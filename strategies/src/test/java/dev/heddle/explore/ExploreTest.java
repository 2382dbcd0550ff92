package dev.heddle.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.explore.scenario.AbortAgainstWake;
import dev.heddle.explore.scenario.BlockedPoll;
import dev.heddle.explore.scenario.Crowd;
import dev.heddle.explore.scenario.LateSpawn;
import dev.heddle.explore.scenario.SleepAgainstPark;
import dev.heddle.explore.scenario.SleepAgainstService;
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

  /** Every policy with more than one worker, those with a ring also with one that overflows. */
  private static final List<String> POLICIES =
      List.of(
          "work-stealing",
          "work-stealing:ring=2",
          "work-stealing-no-lifo",
          "work-stealing-lifo-uncapped",
          "work-stealing-lifo-stealable:when=last",
          "work-stealing-lifo-stealable:when=aged",
          "work-stealing-steal-one:ring=2",
          "work-stealing-unthrottled",
          "work-stealing-sharded-inject",
          "work-stealing-tokio",
          "work-stealing-tokio:ring=2",
          "work-stealing:wake=second",
          "work-stealing:wake=every",
          "work-stealing-block",
          "work-stealing-block:ring=2:lifo=off",
          "global-queue",
          "global-queue-mpmc:array=2",
          "thread-per-core");

  /** Where more than one other worker may search, park or be woken. */
  private static final List<String> THREE_WORKERS =
      List.of(
          "work-stealing",
          "work-stealing-no-lifo",
          "work-stealing-unthrottled",
          "work-stealing-tokio",
          "work-stealing-block",
          "global-queue",
          "thread-per-core");

  static Stream<Arguments> everyScenarioOnEveryPolicy() {
    List<Arguments> all = new ArrayList<>();
    for (Class<?> scenario :
        List.of(
            SpawnAndJoin.class,
            WakeStorm.class,
            SpawnAgainstClose.class,
            LateSpawn.class,
            AbortAgainstWake.class,
            Crowd.class,
            SleepAgainstPark.class)) {
      POLICIES.forEach(policy -> all.add(Arguments.of(scenario, policy, 2)));
      all.add(Arguments.of(scenario, "current-thread", 1));
    }
    for (String policy : POLICIES) {
      if (!policy.contains("ring=2")) {
        all.add(Arguments.of(BlockedPoll.class, policy, 2));
      }
      if (THREE_WORKERS.contains(policy)) {
        all.add(Arguments.of(BlockedPoll.class, policy, 3));
      }
    }
    all.add(Arguments.of(SleepBesideBlockedPoll.class, "work-stealing", 2));
    all.add(Arguments.of(SleepBesideBlockedPoll.class, "work-stealing-tokio", 2));
    all.add(Arguments.of(SleepBesideBlockedPoll.class, "thread-per-core", 2));
    all.add(Arguments.of(SleepBesideBlockedPoll.class, "global-queue", 2));
    all.add(Arguments.of(SleepAgainstService.class, "work-stealing", 2));
    all.add(Arguments.of(SleepAgainstService.class, "global-queue", 2));
    all.add(Arguments.of(SleepAgainstService.class, "current-thread", 1));
    return all.stream();
  }

  @ParameterizedTest(name = "{0} on {1} with {2}")
  @MethodSource("everyScenarioOnEveryPolicy")
  @Timeout(value = 1, unit = TimeUnit.HOURS) // as many schedules as somebody asks for
  void everyScheduleEnds(Class<? extends Scenario> scenario, String strategy, int workers) {
    assertThat(EXPLORER.explore(scenario, strategy, workers).failure()).isNull();
  }
}
