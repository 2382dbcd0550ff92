package dev.heddle.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.explore.Explorer;
import dev.heddle.explore.Fault;
import dev.heddle.explore.Scenario;
import dev.heddle.explore.scenario.AcceptAgainstClose;
import dev.heddle.explore.scenario.IoAgainstShutdown;
import dev.heddle.explore.scenario.IoBesideBlockedPoll;
import dev.heddle.explore.scenario.ReadAgainstAbort;
import dev.heddle.explore.scenario.ReadAgainstClose;
import dev.heddle.explore.scenario.ReadWithFewBuffers;
import dev.heddle.explore.scenario.SocketScenarios;
import dev.heddle.explore.scenario.WriteAgainstAbort;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The drivers on rings under many schedules, on a kernel in memory that may do its part at any
 * step: no completion is lost, no byte, no buffer, no descriptor and no connection, whoever aborts,
 * closes or shuts down meanwhile, and wherever the driver stands.
 *
 * <p>Not {@code selector}: the JDK's own code between it and the kernel cannot be stopped.
 */
class ExploreDriversTest {
  static Stream<Arguments> everyScenario() {
    List<Arguments> all = new ArrayList<>();
    for (String driver : List.of("io-uring", "io-uring-poll")) {
      for (Class<? extends Scenario> scenario : SocketScenarios.ALL) {
        for (String placement : List.of("per-worker", "shared", "dedicated")) {
          all.add(Arguments.of(scenario, driver + ":placement=" + placement));
        }
      }
      for (String placement : List.of("shared", "dedicated")) {
        all.add(Arguments.of(IoBesideBlockedPoll.class, driver + ":placement=" + placement));
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("everyScenario")
  @Timeout(value = 1, unit = TimeUnit.HOURS) // as many schedules as somebody asks for
  void everyScheduleEnds(Class<? extends Scenario> scenario, String driver) {
    assertThat(new Explorer().explore(scenario, "work-stealing", 2, driver).failure()).isNull();
  }

  private static final String RING = "dev.heddle.drivers.uring.";

  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of(
            "who waits for bytes is not told of them",
            Fault.without(RING + "UringStream", "received", "takeReader"),
            IoBesideBlockedPoll.class,
            "io-uring:placement=shared"),
        Arguments.of(
            "the thread in the ring is not woken for a request",
            Fault.without(RING + "UringReactor", "request", "unpark"),
            ReadAgainstAbort.class,
            "io-uring:placement=dedicated"),
        Arguments.of(
            "who closes a socket does not wake its tasks",
            Fault.without(RING + "UringSocket", "close", "wakeAll"),
            ReadAgainstClose.class,
            "io-uring:placement=shared"),
        Arguments.of(
            "a buffer that was sent is not given back",
            Fault.without(RING + "UringStream", "sent", "spent"),
            WriteAgainstAbort.class,
            "io-uring:placement=per-worker"),
        Arguments.of(
            "who gives a buffer back does not wake those that starve",
            Fault.without(RING + "CompletionReactor", "giveBack", "unpark"),
            ReadWithFewBuffers.class,
            "io-uring:placement=dedicated"),
        Arguments.of(
            "a socket that starves is forgotten",
            Fault.without(RING + "UringStream", "received", "starve"),
            ReadWithFewBuffers.class,
            "io-uring:placement=per-worker"),
        Arguments.of(
            "the ring's end does not end its requests",
            Fault.without(RING + "UringReactor", "retire", "cancelEverything"),
            IoAgainstShutdown.class,
            "io-uring:placement=per-worker"),
        Arguments.of(
            "at the ring's end, a socket waits for a thread that closed it and has not asked for that",
            Fault.without(RING + "UringReactor", "retire", "serve"),
            IoAgainstShutdown.class,
            "io-uring:placement=dedicated"),
        Arguments.of(
            "a connection that nobody adopted stays open",
            Fault.without(RING + "UringAccepted", "close", "close"),
            AcceptAgainstClose.class,
            "io-uring:placement=shared"),
        Arguments.of(
            "who waits for readiness is not told of it",
            Fault.without(RING + "PollSocket$Direction", "told", "takeWaker"),
            ReadAgainstAbort.class,
            "io-uring-poll:placement=shared"));
  }

  /** Within as many schedules as each scenario has above. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void aPlantedFaultIsFound(
      String what, Fault fault, Class<? extends Scenario> scenario, String driver) {
    Explorer explorer = new Explorer(List.of(fault));
    assertThat(explorer.explore(1_000, scenario, "work-stealing", 2, driver).failure())
        .as(what)
        .isNotNull();
  }
}
