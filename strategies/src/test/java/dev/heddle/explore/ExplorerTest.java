package dev.heddle.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.explore.scenario.AcceptAgainstAbort;
import dev.heddle.explore.scenario.AcceptAgainstClose;
import dev.heddle.explore.scenario.BlockedPoll;
import dev.heddle.explore.scenario.BlockingWorkAgainstAdvance;
import dev.heddle.explore.scenario.ConnectAgainstAbort;
import dev.heddle.explore.scenario.Crowd;
import dev.heddle.explore.scenario.EarlierSleepAgainstPark;
import dev.heddle.explore.scenario.GiveUpAgainstClose;
import dev.heddle.explore.scenario.IoAgainstShutdown;
import dev.heddle.explore.scenario.IoBesideBlockedPoll;
import dev.heddle.explore.scenario.LateSpawn;
import dev.heddle.explore.scenario.LocksInOppositeOrder;
import dev.heddle.explore.scenario.LostUpdate;
import dev.heddle.explore.scenario.ReadAgainstAbort;
import dev.heddle.explore.scenario.SleepAgainstAbort;
import dev.heddle.explore.scenario.SleepAgainstReset;
import dev.heddle.explore.scenario.SleepBesideBlockedPoll;
import dev.heddle.explore.scenario.SpawnAgainstClose;
import dev.heddle.explore.scenario.WakeAgainstAdvance;
import dev.heddle.explore.scenario.WakeStorm;
import dev.heddle.explore.scenario.WriteAgainstAbort;
import dev.heddle.explore.scenario.WriteAgainstClose;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The explorer is not blind: it finds what is there to be found, and finds it again. */
class ExplorerTest {
  private static final String TASK = "dev.heddle.runtime.Task";
  private static final String STATE = "dev.heddle.runtime.TaskState";
  private static final String TIMERS = "dev.heddle.runtime.QueueTimers";
  private static final String POOL = "dev.heddle.runtime.BlockingPool";
  private static final String BLOCK_ON = "dev.heddle.runtime.BlockOn";
  private static final String PARKER = "dev.heddle.runtime.PausedClock$WatchedParker";
  private static final String IDLE = "dev.heddle.strategies.parts.IdleWorkers";

  private static final String NET = "dev.heddle.runtime.net.";
  private static final String SHARED = "dev.heddle.runtime.SharedReactor$Side";

  @Test
  void aLostUpdateIsFound() {
    assertThat(new Explorer().explore(100, LostUpdate.class).failure()).contains("one was lost");
  }

  @Test
  void aDeadlockIsFound() {
    assertThat(new Explorer().explore(100, LocksInOppositeOrder.class).failure())
        .contains("nobody can go on");
  }

  @Test
  void aSeedIsAlwaysTheSameSchedule() {
    assertThat(new Explorer().explore(100, LostUpdate.class))
        .isEqualTo(new Explorer().explore(100, LostUpdate.class));
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of(
            "a wake-up of a task that is polled is dropped",
            Fault.without(STATE, "wakeUp", "compareAndSet").occurrence(2).giving(1),
            WakeStorm.class,
            "global-queue"),
        Arguments.of(
            "a task that was woken once counts as woken for ever",
            Fault.without(STATE, "takeWakeUps", "getAndBitwiseAnd"),
            WakeStorm.class,
            "global-queue"),
        Arguments.of(
            "a searcher that parks still counts as one",
            Fault.without(IDLE, "park", "getAndDecrement"),
            WakeStorm.class,
            "work-stealing"),
        Arguments.of(
            "a worker parks without a look at the queues",
            Fault.without(IDLE, "park", "getAsBoolean").occurrence(2),
            WakeStorm.class,
            "work-stealing"),
        Arguments.of(
            "a searcher that found something wakes nobody for the rest",
            Fault.without(IDLE, "found", "wakeOne"),
            BlockedPoll.class,
            "work-stealing"),
        Arguments.of(
            "by Tokio's rules a worker parks without a look at the queues",
            Fault.without("dev.heddle.strategies.parts.TokioIdle", "park", "getAsBoolean")
                .occurrence(2),
            WakeStorm.class,
            "work-stealing-tokio"),
        Arguments.of(
            "a worker with a home of its own parks without a look into its inbox",
            Fault.without("dev.heddle.strategies.ThreadPerCorePolicy$Home", "sleep", "isEmpty")
                .occurrence(2)
                .giving(1),
            WakeStorm.class,
            "thread-per-core"),
        Arguments.of(
            "an overflowing ring loses a task",
            Fault.without("dev.heddle.strategies.WorkStealingWorker", "overflow", "add"),
            Crowd.class,
            "work-stealing:ring=2"),
        Arguments.of(
            "a parked thread is not unparked",
            Fault.without("dev.heddle.runtime.ThreadParker", "unpark", "unpark"),
            WakeStorm.class,
            "global-queue"),
        Arguments.of(
            "a task that suspends while the runtime closes is forgotten",
            Fault.without(TASK, "suspend", "isClosing"),
            SpawnAgainstClose.class,
            "global-queue"),
        Arguments.of(
            "nobody ends the tasks that are queued behind the last worker's back",
            Fault.without("dev.heddle.runtime.PolicyScheduler", "inject", "drain"),
            LateSpawn.class,
            "global-queue"),
        Arguments.of(
            "a worker that leaves the timers for a task appoints nobody",
            Fault.without("dev.heddle.runtime.QueueTimers", "leave", "appoint"),
            SleepBesideBlockedPoll.class,
            "work-stealing"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void aPlantedFaultIsFound(
      String what, Fault fault, Class<? extends Scenario> scenario, String strategy) {
    Explorer explorer = new Explorer(List.of(fault));
    assertThat(explorer.explore(5_000, scenario, strategy, 2).failure()).as(what).isNotNull();
  }

  /** Some are two calls that belong together: without one alone nothing would ever be idle. */
  static Stream<Arguments> faultsInTimersAndClock() {
    Fault noHoldForJobs = Fault.without(POOL, "execute", "takeHold");
    Fault noHoldInPlace = Fault.without(POOL, "enter", "takeHold");
    Fault noHoldOutside = Fault.without(BLOCK_ON, "run", "takeHold");
    return Stream.of(
        Arguments.of(
            "who inserts an earlier timer does not unpark the worker that waits for a later one",
            List.of(Fault.without(TIMERS, "insert", "unpark")),
            EarlierSleepAgainstPark.class),
        Arguments.of(
            "who moves a timer to earlier does not unpark the worker that waits for a later one",
            List.of(Fault.without(TIMERS, "reset", "unpark")),
            SleepAgainstReset.class),
        Arguments.of(
            "a timer that was moved is not queued again",
            List.of(Fault.without(TIMERS, "reset", "enter")),
            SleepAgainstReset.class),
        Arguments.of(
            "a closed sleep leaves its timer behind",
            List.of(Fault.without("dev.heddle.runtime.Sleep", "close", "cancel")),
            SleepAgainstAbort.class),
        Arguments.of(
            "a worker that is about to be unparked does not hold the clock",
            List.of(Fault.without(PARKER, "unpark", "backAtWork")),
            WakeAgainstAdvance.class),
        Arguments.of(
            "who drives a future from outside does not hold the clock",
            List.of(
                noHoldOutside,
                Fault.without(BLOCK_ON, "run", "letGo"),
                Fault.without(BLOCK_ON, "run", "letGo").occurrence(2)),
            WakeAgainstAdvance.class),
        Arguments.of(
            "a blocking job does not hold the clock",
            List.of(noHoldForJobs, Fault.without(POOL, "ended", "letGo")),
            BlockingWorkAgainstAdvance.class),
        Arguments.of(
            "a poll that blocks in place does not hold the clock",
            List.of(noHoldInPlace, Fault.without(POOL, "exit", "letGo")),
            BlockingWorkAgainstAdvance.class));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faultsInTimersAndClock")
  void aPlantedFaultInTimersOrClockIsFound(
      String what, List<Fault> faults, Class<? extends Scenario> scenario) {
    Explorer explorer = new Explorer(faults);
    assertThat(explorer.explore(5_000, scenario, "global-queue", 2, "global").failure())
        .as(what)
        .isNotNull();
  }

  static Stream<Arguments> faultsInSockets() {
    return Stream.of(
        Arguments.of(
            "what is left of a read is not put back",
            Fault.without(NET + "Reading", "copy", "putBack"),
            ReadAgainstAbort.class,
            "work-stealing",
            "memory:placement=per-worker"),
        Arguments.of(
            "who has a buffer for what is to be written and is closed keeps it",
            Fault.without(NET + "WritingAll", "close", "release"),
            WriteAgainstClose.class,
            "work-stealing",
            "memory:placement=shared"),
        Arguments.of(
            "who waits for a buffer is not woken when one is released",
            Fault.without(NET + "BufferPool", "giveBack", "forEach"),
            WriteAgainstAbort.class,
            "work-stealing",
            "memory:placement=shared"),
        Arguments.of(
            "who closes a stream leaves what has come",
            Fault.without(NET + "TcpStream", "close", "releaseWhatCame"),
            GiveUpAgainstClose.class,
            "global-queue",
            "memory:placement=per-worker"),
        Arguments.of(
            "who finds bytes in a stream does not look whether it was closed meanwhile",
            Fault.without(NET + "TcpStream", "putBack", "releaseWhatCame"),
            GiveUpAgainstClose.class,
            "global-queue",
            "memory:placement=per-worker"),
        Arguments.of(
            "who closes a listener leaves the connection that was found",
            Fault.without(NET + "TcpListener", "close", "closeWhatCame"),
            GiveUpAgainstClose.class,
            "global-queue",
            "memory:placement=per-worker"),
        Arguments.of(
            "who finds a connection does not look whether the listener was closed meanwhile",
            Fault.without(NET + "TcpListener", "pollAccept", "closeWhatCame"),
            GiveUpAgainstClose.class,
            "global-queue",
            "memory:placement=per-worker"),
        Arguments.of(
            "a connection that is about to be closed with its listener is used",
            Fault.without(NET + "TcpListener", "accepted", "close"),
            AcceptAgainstClose.class,
            "thread-per-core",
            "memory:placement=per-worker"),
        Arguments.of(
            "a connection that was found and not handed over is lost",
            Fault.without(NET + "TcpListener", "pollAccept", "set"),
            AcceptAgainstAbort.class,
            "work-stealing",
            "memory:placement=per-worker"),
        Arguments.of(
            "an attempt to connect is not given up",
            Fault.without(NET + "Connecting", "close", "close"),
            ConnectAgainstAbort.class,
            "work-stealing",
            "memory:placement=per-worker"),
        Arguments.of(
            "the driver is not closed",
            Fault.without("dev.heddle.runtime.Reactors", "close", "close"),
            IoAgainstShutdown.class,
            "work-stealing",
            "memory:placement=per-worker"),
        Arguments.of(
            "who is to wait in the driver next is not told",
            Fault.without(SHARED, "letGo", "unpark"),
            IoBesideBlockedPoll.class,
            "work-stealing",
            "memory:placement=shared"),
        Arguments.of(
            "who waits in the driver is not unparked",
            Fault.without(SHARED, "unpark", "unpark"),
            IoBesideBlockedPoll.class,
            "work-stealing",
            "memory:placement=shared"),
        Arguments.of(
            "who stands by is not unparked",
            Fault.without(SHARED, "unpark", "unpark").occurrence(2),
            AcceptAgainstAbort.class,
            "thread-per-core",
            "memory:placement=shared"),
        Arguments.of(
            "who is appointed does not look whether it was told not to wait",
            Fault.without(SHARED, "park", "isWaiting").occurrence(2).giving(1),
            WriteAgainstAbort.class,
            "thread-per-core",
            "memory:placement=shared"),
        Arguments.of(
            "a thread that waits is told, but not roused",
            Fault.without("dev.heddle.runtime.WaitState", "tell", "getAndSet"),
            ReadAgainstAbort.class,
            "work-stealing",
            "memory:placement=dedicated"),
        Arguments.of(
            "the thread in the driver is not woken for its end",
            Fault.without("dev.heddle.runtime.ReactorThread", "shutdown", "unpark"),
            ReadAgainstAbort.class,
            "work-stealing",
            "memory:placement=dedicated"));
  }

  /** Within as many schedules as {@link ExploreIoTest} has for each scenario. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("faultsInSockets")
  void aPlantedFaultInSocketsIsFound(
      String what,
      Fault fault,
      Class<? extends Scenario> scenario,
      String strategy,
      String driver) {
    Explorer explorer = new Explorer(List.of(fault));
    assertThat(explorer.explore(1_000, scenario, strategy, 2, driver).failure())
        .as(what)
        .isNotNull();
  }

  @Test
  void aFaultThatIsPlantedNowhereIsRefused() {
    Explorer explorer = new Explorer(List.of(Fault.without(TASK, "wake", "sleep")));
    assertThatThrownBy(() -> explorer.explore(1, WakeStorm.class, "global-queue", 2))
        .hasMessageContaining("sleep");
  }
}
