package dev.heddle.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.explore.scenario.IoBesideBlockedPoll;
import dev.heddle.explore.scenario.SocketScenarios;
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
  private static final String PER_WORKER = "memory:placement=per-worker";
  private static final String SHARED = "memory:placement=shared";
  private static final String DEDICATED = "memory:placement=dedicated";

  static Stream<Arguments> everyScenario() {
    List<Arguments> all = new ArrayList<>();
    for (Class<? extends Scenario> scenario : SocketScenarios.ALL) {
      for (String driver : List.of(PER_WORKER, SHARED, DEDICATED)) {
        all.add(Arguments.of(scenario, "work-stealing", 2, driver));
      }
      all.add(Arguments.of(scenario, "thread-per-core", 2, SHARED));
      all.add(Arguments.of(scenario, "global-queue", 3, SHARED));
      all.add(Arguments.of(scenario, "current-thread", 1, SHARED));
    }
    for (String driver : List.of(SHARED, DEDICATED)) {
      all.add(Arguments.of(IoBesideBlockedPoll.class, "work-stealing", 2, driver));
      all.add(Arguments.of(IoBesideBlockedPoll.class, "work-stealing-tokio", 2, driver));
      all.add(Arguments.of(IoBesideBlockedPoll.class, "global-queue", 3, driver));
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} on {1} with {2}, {3}")
  @MethodSource("everyScenario")
  @Timeout(value = 1, unit = TimeUnit.HOURS) // as many schedules as somebody asks for
  void everyScheduleEnds(
      Class<? extends Scenario> scenario, String strategy, int workers, String driver) {
    assertThat(EXPLORER.explore(scenario, strategy, workers, driver).failure()).isNull();
  }
}
