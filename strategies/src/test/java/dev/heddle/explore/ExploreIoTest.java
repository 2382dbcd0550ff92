package dev.heddle.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.explore.scenario.AcceptAgainstAbort;
import dev.heddle.explore.scenario.AcceptAgainstClose;
import dev.heddle.explore.scenario.AdoptAgainstClose;
import dev.heddle.explore.scenario.ConnectAgainstAbort;
import dev.heddle.explore.scenario.GiveUpAgainstClose;
import dev.heddle.explore.scenario.IoAgainstShutdown;
import dev.heddle.explore.scenario.IoBesideBlockedPoll;
import dev.heddle.explore.scenario.ReadAgainstAbort;
import dev.heddle.explore.scenario.ReadAgainstClose;
import dev.heddle.explore.scenario.WriteAgainstAbort;
import dev.heddle.explore.scenario.WriteAgainstClose;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No completion is lost, no byte, no buffer and no connection, whoever aborts, closes or shuts down
 * meanwhile, and wherever the driver stands: as {@link ExploreTest}, on the policies whose workers
 * differ in how they park and are woken.
 */
class ExploreIoTest {
  private static final Explorer EXPLORER = new Explorer();
  private static final List<String> PLACEMENTS = List.of("per-worker", "shared", "dedicated");

  static Stream<Arguments> everyScenario() {
    List<Arguments> all = new ArrayList<>();
    for (Class<?> scenario :
        List.of(
            ReadAgainstAbort.class,
            ReadAgainstClose.class,
            WriteAgainstAbort.class,
            WriteAgainstClose.class,
            AcceptAgainstAbort.class,
            AcceptAgainstClose.class,
            AdoptAgainstClose.class,
            ConnectAgainstAbort.class,
            GiveUpAgainstClose.class,
            IoAgainstShutdown.class)) {
      for (String placement : PLACEMENTS) {
        all.add(Arguments.of(scenario, "work-stealing", 2, placement));
      }
      all.add(Arguments.of(scenario, "thread-per-core", 2, "shared"));
      all.add(Arguments.of(scenario, "global-queue", 3, "shared"));
      all.add(Arguments.of(scenario, "current-thread", 1, "shared"));
    }
    for (String placement : List.of("shared", "dedicated")) {
      all.add(Arguments.of(IoBesideBlockedPoll.class, "work-stealing", 2, placement));
      all.add(Arguments.of(IoBesideBlockedPoll.class, "work-stealing-tokio", 2, placement));
      all.add(Arguments.of(IoBesideBlockedPoll.class, "global-queue", 3, placement));
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
