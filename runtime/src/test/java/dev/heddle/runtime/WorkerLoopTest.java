package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.spi.WorkerPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The loop driven by hand, turn by turn, with a policy and a parker that note what is asked. */
class WorkerLoopTest {
  private static final int TICKS = 3;

  private final List<String> log = new ArrayList<>();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final Recording policy = new Recording();

  private final List<Throwable> failures = new ArrayList<>();
  private final List<@Nullable Task<?>> inHand = new ArrayList<>();

  private final AtomicLong clock = new AtomicLong(1_000_000);
  private final List<Long> tuned = new ArrayList<>();
  private long parkedUntil;

  /** Gives tasks a runtime to belong to; who runs them is this test alone. */
  private final HeddleRuntime runtime = HandDriven.runtime(task -> log.add("schedule " + task));

  private final WorkerLoop loop =
      new WorkerLoop(
          runtime.books().newWorker(),
          policy,
          new RecordingParker(),
          null,
          clock::get,
          TICKS,
          stopping::get,
          (thrown, task) -> {
            failures.add(thrown);
            inHand.add(task);
          });

  private Scripted queued(String name, BiFunction<Scripted, Context, Poll> body) {
    Scripted task =
        new Scripted(
            name,
            (self, context) -> {
              log.add(name);
              return body.apply(self, context);
            });
    runtime.spawn(task);
    policy.queue.add(task);
    return task;
  }

  private Scripted queued(String name) {
    return queued(name, (self, context) -> self.done(name));
  }

  private List<String> turn() {
    log.clear();
    assertThat(loop.turn()).as("goes on").isTrue();
    return List.copyOf(log);
  }

  @Test
  void aTurnPollsWhatIsThereAndThenLooksAtTheDriver() {
    queued("a");
    queued("b");
    assertThat(turn()).containsExactly("a", "b", "look");
  }

  /** Full turns that take so long each. */
  private void fullTurns(int count, long nanosEach) {
    for (int i = 0; i < count; i++) {
      for (int tick = 0; tick < TICKS; tick++) {
        queued("task");
      }
      clock.addAndGet(nanosEach);
      turn();
    }
  }

  @Test
  void everySlowTurnTunesThePolicyWithItsMeanPollTime() {
    fullTurns(4, 3_000_000);
    assertThat(tuned).containsExactly(1_000_000L, 1_000_000L, 1_000_000L);
  }

  @Test
  void ofQuickTurnsOneInEightTunesThePolicy() {
    fullTurns(2 * 8, 300);
    assertThat(tuned).containsExactly(100L, 100L);
  }

  @Test
  void aTurnThatIsNotFullBeginsTheMeasuringAnew() {
    fullTurns(1, 3_000_000);
    queued("alone");
    turn();
    fullTurns(1, 3_000_000);
    assertThat(tuned).isEmpty();
  }

  @Test
  void whereNoTurnIsFullTheTimeFromParkToParkTunesThePolicy() {
    turn(); // parks, and is back at once
    queued("a");
    queued("b");
    turn();
    clock.addAndGet(3_000);
    turn();
    assertThat(tuned).containsExactly(1_500L);
    turn();
    assertThat(tuned).as("nothing was polled since").hasSize(1);
  }

  @Test
  void aWorkerParksUntilItIsUnparkedOrItsNapIsOver() {
    turn();
    assertThat(parkedUntil).isEqualTo(Parker.NEVER);
    policy.nap = 70;
    turn();
    assertThat(parkedUntil).isEqualTo(clock.get() + 70);
  }

  @Test
  void aTurnEndsAfterItsTicks() {
    for (String name : List.of("a", "b", "c", "d")) {
      queued(name);
    }
    assertThat(turn()).containsExactly("a", "b", "c", "look");
    assertThat(turn()).containsExactly("d", "look");
  }

  /** Yields at its first poll, is ready at its second. */
  private Scripted yielding(String name) {
    return queued(name, (self, context) -> self.polls == 1 ? context.yieldNow() : self.done(name));
  }

  @Test
  void aTaskThatYieldedIsPolledAgainAfterTheOthersAndTheDriver() {
    yielding("a");
    queued("b");
    assertThat(turn()).containsExactly("a", "requeue a", "b", "look", "a", "look");
  }

  @Test
  void tasksThatYieldedAreQueuedAgainInTheirOrder() {
    yielding("a");
    yielding("b");
    queued("c");
    assertThat(turn()).containsExactly("a", "requeue a", "b", "requeue b", "c", "look");
    assertThat(turn()).containsExactly("a", "b", "look");
  }

  @Test
  void betweenTwoYieldsOfOneTaskTheDriverIsLookedAt() {
    queued("a", (self, context) -> self.polls < 3 ? context.yieldNow() : self.done("a"));
    assertThat(turn())
        .containsExactly("a", "requeue a", "look", "a", "requeue a", "look", "a", "look");
  }

  @Test
  void aTaskWokenDuringItsPollQueuesAgainAtOnce() {
    queued(
        "a",
        (self, context) -> {
          if (self.polls == 2) {
            return self.done("a");
          }
          context.waker().wake();
          return Poll.PENDING;
        });
    assertThat(turn()).containsExactly("a", "requeue a", "a", "look");
  }

  @Test
  void aTaskThatWaitsIsNotQueuedAgain() {
    queued("a", (self, context) -> Poll.PENDING);
    assertThat(turn()).containsExactly("a", "look");
    assertThat(policy.queue).isEmpty();
  }

  @Test
  void aTaskThatWaitedIsScheduledByItsWakeUpOnce() {
    Scripted task = queued("a", (self, context) -> Poll.PENDING);
    turn();
    log.clear();
    task.wake();
    task.wake();
    assertThat(log).containsExactly("schedule a");
  }

  @Test
  void withNothingAtHandItLooksSearchesSleepsAndParks() {
    assertThat(turn()).containsExactly("search", "look", "sleep", "park", "awake", "look");
  }

  @Test
  void afterAnEndedTurnOrWaitItDoesNotLookTwice() {
    queued("a");
    assertThat(turn()).containsExactly("a", "look");
    assertThat(turn()).containsExactly("search", "sleep", "park", "awake", "look");
    assertThat(turn()).containsExactly("search", "sleep", "park", "awake", "look");
  }

  @Test
  void whileItMayNotParkItLooksAfterEachSearch() {
    policy.maySleep = false;
    queued("a");
    assertThat(turn()).containsExactly("a", "look");
    assertThat(turn()).containsExactly("search", "sleep");
    assertThat(turn()).containsExactly("search", "look", "sleep");
    assertThat(turn()).containsExactly("search", "look", "sleep");
  }

  @Test
  void itDoesNotParkIfThePolicySaysThatThereMayBeWork() {
    policy.maySleep = false;
    assertThat(turn()).containsExactly("search", "look", "sleep");
  }

  @Test
  void aTaskFoundElsewhereIsPolledAndItDoesNotPark() {
    Scripted task = queued("a");
    policy.elsewhere.add(policy.queue.remove());
    assertThat(turn()).containsExactly("search", "a", "look");
    assertThat(task.isFinished()).isTrue();
  }

  @Test
  void aTaskFoundElsewhereThatIsWokenMeanwhileQueuesHere() {
    queued(
        "a",
        (self, context) -> {
          if (self.polls == 2) {
            return self.done("a");
          }
          context.waker().wake();
          return Poll.PENDING;
        });
    policy.elsewhere.add(policy.queue.remove());
    assertThat(turn()).containsExactly("search", "a", "requeue a", "a", "look");
  }

  @Test
  void whenStoppingItGoesOnWhileThereIsSomething() {
    stopping.set(true);
    queued("a");
    assertThat(turn()).containsExactly("a", "look");
    policy.elsewhere.add(queued("b"));
    policy.queue.clear();
    assertThat(turn()).containsExactly("search", "b", "look");
  }

  @Test
  void whenStoppingAndEmptyItEndsWithoutParking() {
    stopping.set(true);
    assertThat(loop.turn()).isFalse();
    assertThat(log).containsExactly("search", "look");
  }

  @Test
  void aStepThatThrowsEndsTheLoopWhichTellsOfItAndOfTheTaskInHand() {
    RuntimeException broken = new RuntimeException("broken policy");
    policy.requeueFailure = broken;
    Scripted task = yielding("a");
    assertThat(loop.turn()).as("goes on").isFalse();
    assertThat(failures).containsExactly(broken);
    assertThat(inHand).containsExactly(task);
    assertThat(task.closes).as("closed by the loop, though the policy may hold it").isZero();
  }

  /** A queue, a place to search, and whether it lets the worker sleep. */
  private final class Recording implements WorkerPolicy {
    @Override
    public void tune(long meanPollNanos) {
      tuned.add(meanPollNanos);
    }

    final ArrayDeque<Task<?>> queue = new ArrayDeque<>();
    final ArrayDeque<Task<?>> elsewhere = new ArrayDeque<>();
    boolean maySleep = true;
    long nap = Parker.NEVER;
    @Nullable RuntimeException requeueFailure;

    @Override
    public void offer(Task<?> task) {
      throw new AssertionError("no worker spawns here");
    }

    @Override
    public void requeue(Task<?> task) {
      if (requeueFailure != null) {
        throw requeueFailure;
      }
      log.add("requeue " + task);
      queue.add(task);
    }

    @Override
    public @Nullable Task<?> take() {
      return queue.poll();
    }

    @Override
    public @Nullable Task<?> search() {
      log.add("search");
      return elsewhere.poll();
    }

    @Override
    public boolean sleep() {
      log.add("sleep");
      return maySleep;
    }

    @Override
    public long napNanos() {
      return nap;
    }

    @Override
    public void awake() {
      log.add("awake");
    }
  }

  private final class RecordingParker implements Parker {
    @Override
    public void park(long deadlineNanos) {
      parkedUntil = deadlineNanos;
      log.add("park");
    }

    @Override
    public void unpark() {}

    @Override
    public void poll() {
      log.add("look");
    }
  }
}
