package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.WorkerCounters;
import dev.heddle.runtime.spi.Distance;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.WorkerPolicy;
import dev.heddle.strategies.parts.WakeRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Few tasks of a worker that goes on are left to it, step by step. */
class FewTasksTest {
  private final List<Integer> unparked = new ArrayList<>();
  private long now = 1_000;

  private final class FakeContext implements PolicyContext {
    private final Options options;
    private final List<WorkerCounters> counters =
        List.of(new WorkerCounters(), new WorkerCounters());

    FakeContext(Options options) {
      this.options = options;
    }

    @Override
    public int workers() {
      return counters.size();
    }

    @Override
    public void unpark(int worker) {
      unparked.add(worker);
    }

    @Override
    public WorkerCounters counters(int worker) {
      return counters.get(worker);
    }

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public Distance distance(int worker, int other) {
      return Distance.CORE;
    }

    @Override
    public Options options() {
      return options;
    }
  }

  private static Task<?> task() {
    return Probe.of(0);
  }

  /** Two workers, of which one has tasks, and the other is parked. */
  private final class Workers {
    final WorkerPolicy busy;
    final WorkerPolicy other;

    Workers(Choice.Queue queue) {
      Policy policy =
          new WorkStealing()
              .create(new FakeContext(Options.defaults().with(Composition.QUEUE, queue)));
      busy = policy.worker(0);
      other = policy.worker(1);
      assertThat(findsNothingAndParks()).isEqualTo(Parker.NEVER);
    }

    /** How long the other worker parks at most. */
    long findsNothingAndParks() {
      assertThat(other.take()).isNull();
      assertThat(other.search()).isNull();
      assertThat(other.sleep()).isTrue();
      return other.napNanos();
    }

    /** The busy worker polls a task, which yields. */
    void poll() {
      busy.requeue(Objects.requireNonNull(busy.take()));
    }

    /** The busy worker has so many tasks, and polls; the other one has been woken, and watches. */
    void haveWatched(int tasks) {
      for (int i = 0; i < tasks; i++) {
        busy.offer(task());
      }
      poll();
      assertThat(unparked).containsExactly(1);
      other.awake();
      assertThat(findsNothingAndParks()).isEqualTo(WakeRule.PATIENCE_NANOS);
      unparked.clear();
    }
  }

  @ParameterizedTest
  @EnumSource(Choice.Queue.class)
  void aWorkerThatGoesOnKeepsThem(Choice.Queue queue) {
    Workers workers = new Workers(queue);
    workers.haveWatched(3);
    for (int i = 0; i < 5; i++) {
      now += WakeRule.PATIENCE_NANOS;
      workers.poll();
      workers.other.awake();
      assertThat(workers.findsNothingAndParks()).isEqualTo(WakeRule.PATIENCE_NANOS);
    }
    assertThat(unparked).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Choice.Queue.class)
  void ofAWorkerThatDoesNotGoOnTheyAreTaken(Choice.Queue queue) {
    Workers workers = new Workers(queue);
    workers.haveWatched(3);
    now += WakeRule.PATIENCE_NANOS;
    workers.other.awake();
    assertThat(workers.other.take()).isNull();
    assertThat(workers.other.search()).isNotNull();
  }

  @ParameterizedTest
  @EnumSource(Choice.Queue.class)
  void nobodyIsImpatientBeforeTheTime(Choice.Queue queue) {
    Workers workers = new Workers(queue);
    workers.haveWatched(3);
    now += WakeRule.PATIENCE_NANOS - 1;
    workers.other.awake();
    assertThat(workers.findsNothingAndParks()).isEqualTo(WakeRule.PATIENCE_NANOS);
  }

  @ParameterizedTest
  @EnumSource(Choice.Queue.class)
  void whileTheyAreWatchedNobodyIsWokenForMoreOfThemUntilThereAreEnough(Choice.Queue queue) {
    Workers workers = new Workers(queue);
    workers.haveWatched(2);
    int inQueue = 2;
    while (inQueue < WakeRule.ENOUGH - 1) {
      workers.busy.requeue(task());
      inQueue++;
      assertThat(unparked).isEmpty();
    }
    workers.busy.requeue(task());
    assertThat(unparked).containsExactly(1);
    workers.other.awake();
    assertThat(workers.other.search()).isNotNull();
  }

  @ParameterizedTest
  @EnumSource(Choice.Queue.class)
  void oneTaskIsEnoughWherePollsAreLong(Choice.Queue queue) {
    Workers workers = new Workers(queue);
    workers.busy.tune(WakeRule.WORTH_NANOS);
    workers.busy.offer(task());
    workers.busy.offer(task());
    assertThat(unparked).containsExactly(1);
    workers.other.awake();
    assertThat(workers.other.search()).isNotNull();
  }

  /** Whoever watched and found something wakes the next one for what is left, or will be woken. */
  @ParameterizedTest
  @EnumSource(Choice.Queue.class)
  void theOneWhoWatchesHandsOver(Choice.Queue queue) {
    Workers workers = new Workers(queue);
    workers.haveWatched(2);
    now += WakeRule.PATIENCE_NANOS;
    workers.other.awake();
    assertThat(workers.other.search()).isNotNull();
    while (workers.busy.take() != null) {}
    while (workers.other.take() != null) {}
    assertThat(workers.findsNothingAndParks()).isEqualTo(Parker.NEVER);
    unparked.clear();
    workers.busy.offer(task());
    workers.busy.offer(task());
    assertThat(unparked).as("for few tasks that nobody watches").containsExactly(1);
  }

  /** Nothing is left to watch: the next few tasks are announced again. */
  @ParameterizedTest
  @EnumSource(Choice.Queue.class)
  void withNothingLeftNobodyWatches(Choice.Queue queue) {
    Workers workers = new Workers(queue);
    workers.haveWatched(2);
    while (workers.busy.take() != null) {}
    workers.other.awake();
    assertThat(workers.findsNothingAndParks()).isEqualTo(Parker.NEVER);
    workers.busy.offer(task());
    workers.busy.offer(task());
    assertThat(unparked).containsExactly(1);
  }
}
