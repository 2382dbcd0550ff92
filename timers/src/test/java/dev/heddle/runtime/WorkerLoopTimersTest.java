package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.spi.Distance;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.WorkerPolicy;
import dev.heddle.timers.BinaryHeap;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The worker loop and its timers, turn by turn: the first of two workers of every policy, driven by
 * the test, on a clock that the test sets.
 */
@ParameterizedClass
@MethodSource("policies")
class WorkerLoopTimersTest {
  private static final int TICKS_PER_TURN = 61;

  private final HandClock clock = new HandClock();
  private final QueueTimers timers = new QueueTimers(new BinaryHeap().create(0), clock);
  private final HandDriven driven;
  private final HeddleRuntime runtime;

  private long sleepTakesNanos;

  /** The deadlines with which the worker parked. */
  private final List<Long> parks = new ArrayList<>();

  WorkerLoopTimersTest(PolicyProvider policy) {
    driven = new HandDriven(policy);
    runtime =
        HeddleRuntime.builder()
            .strategy(driven, Options.defaults())
            .workers(workers(policy))
            .build();
  }

  /** The others stand still, so nothing may be at home with them. */
  private static int workers(PolicyProvider policy) {
    return policy.name().equals("thread-per-core") ? 1 : policy.workers(2, 2);
  }

  static Stream<PolicyProvider> policies() {
    return Providers.strategies().stream()
        .filter(PolicyProvider.class::isInstance)
        .map(PolicyProvider.class::cast);
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  /** A policy whose one worker takes its steps on the test's thread. */
  private final class HandDriven implements SchedulerProvider, Scheduler {
    private final PolicyProvider provider;
    private @Nullable WorkerPolicy side;
    private @Nullable WorkerLoop loop;

    HandDriven(PolicyProvider provider) {
      this.provider = provider;
    }

    @Override
    public String name() {
      return provider.name();
    }

    @Override
    public String summary() {
      return provider.summary();
    }

    @Override
    public Scheduler create(SchedulerContext context) {
      Policy policy = provider.create(new NobodyElse(context.workers()));
      side = policy.worker(0);
      for (int i = 1; i < context.workers(); i++) {
        policy.worker(i);
      }
      loop =
          new WorkerLoop(
              context.newWorker(),
              new Delayed(side),
              new TimeTravel(),
              timers.newWatch(() -> {}),
              clock::nanoTime,
              TICKS_PER_TURN,
              () -> false,
              (thrown, task) -> {
                throw new AssertionError(thrown);
              });
      return this;
    }

    @Override
    public void schedule(Task<?> task) {
      side().offer(task);
    }

    @Override
    public void shutdown() {
      for (Task<?> task = side().take(); task != null; task = side().take()) {
        task.abandon();
      }
    }

    WorkerPolicy side() {
      return Objects.requireNonNull(side);
    }

    void turn() {
      assertThat(Objects.requireNonNull(loop).turn()).isTrue();
    }
  }

  /** The policy's side, except that time may pass while it announces the worker as parked. */
  private final class Delayed implements WorkerPolicy {
    private final WorkerPolicy side;

    Delayed(WorkerPolicy side) {
      this.side = side;
    }

    @Override
    public boolean sleep() {
      boolean mayPark = side.sleep();
      clock.nanos += sleepTakesNanos;
      return mayPark;
    }

    @Override
    public long napNanos() {
      return side.napNanos();
    }

    @Override
    public void awake() {
      side.awake();
    }

    @Override
    public void offer(Task<?> task) {
      side.offer(task);
    }

    @Override
    public void requeue(Task<?> task) {
      side.requeue(task);
    }

    @Override
    public @Nullable Task<?> take() {
      return side.take();
    }

    @Override
    public @Nullable Task<?> search() {
      return side.search();
    }
  }

  /** What the policy sees of workers: the others never take a step, so nobody is unparked. */
  private record NobodyElse(int workers) implements PolicyContext {
    @Override
    public void unpark(int worker) {}

    @Override
    public WorkerCounters counters(int worker) {
      return new WorkerCounters();
    }

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public Distance distance(int worker, int other) {
      return Distance.CORE;
    }

    @Override
    public Options options() {
      return Options.defaults();
    }
  }

  /** Parking takes no time but sets the clock to the deadline. */
  private final class TimeTravel implements Parker {
    @Override
    public void park(long deadlineNanos) {
      parks.add(deadlineNanos);
      if (deadlineNanos != NEVER) {
        clock.nanos = deadlineNanos;
      }
    }

    @Override
    public void unpark() {}
  }

  /** Waits at its first poll, and keeps the time of each. */
  private final class Sleeper extends Task<String> {
    final List<Long> polledAt = new ArrayList<>();

    @Override
    public Poll poll(Context context) {
      polledAt.add(clock.nanos);
      return polledAt.size() == 1 ? Poll.PENDING : ready("slept");
    }
  }

  /** A task that waits for a timer alone. */
  private Sleeper sleeperUntil(long deadlineNanos) {
    Sleeper sleeper = new Sleeper();
    runtime.spawn(sleeper);
    driven.turn();
    timers.insert(new TimerEntry(deadlineNanos), sleeper);
    return sleeper;
  }

  @Test
  void anIdleWorkerParksUntilTheEarliestDeadline() {
    sleeperUntil(200);
    sleeperUntil(100);
    driven.turn();
    assertThat(parks).containsExactly(100L);
  }

  @Test
  void withoutTimersAnIdleWorkerParksForEver() {
    driven.turn();
    assertThat(parks).containsExactly(Parker.NEVER);
  }

  @Test
  void aWorkerThatParkedUntilADeadlinePollsTheSleeper() {
    Sleeper sleeper = sleeperUntil(100);
    driven.turn(); // parks, and fires once it wakes
    driven.turn(); // and must not park again
    assertThat(parks).containsExactly(100L);
    assertThat(sleeper.polledAt).containsExactly(0L, 100L);
  }

  /**
   * What fires in the last look before parking is queued where only this worker looks, such as in
   * its LIFO slot: a worker that parked now would sleep on its own work.
   */
  @Test
  void aTimerThatIsDueWhenTheWorkerIsAboutToParkKeepsItAwake() {
    Sleeper sleeper = sleeperUntil(100);
    clock.nanos = 100;
    driven.turn();
    assertThat(parks).isEmpty();
    driven.turn();
    assertThat(sleeper.isFinished()).isTrue();
  }

  /** It must not fire then: the woken task would be queued on a worker that parks for ever. */
  @Test
  void aTimerThatComesDueWhileTheWorkerIsAnnouncedAsParkedEndsThePark() {
    Sleeper sleeper = sleeperUntil(100);
    sleepTakesNanos = 100;
    driven.turn();
    assertThat(parks).as("parks until the deadline, which has passed").containsExactly(100L);
    driven.turn();
    assertThat(parks).hasSize(1);
    assertThat(sleeper.isFinished()).isTrue();
  }

  @Test
  void aTimerFiresAtTheEndOfATurn() {
    Sleeper sleeper = sleeperUntil(100);
    runtime.spawn(
        new Task<String>() {
          @Override
          public Poll poll(Context context) {
            clock.nanos = 100;
            return ready("the time has come");
          }
        });
    driven.turn();
    assertThat(timers.size()).isZero();
    driven.turn();
    assertThat(sleeper.polledAt).containsExactly(0L, 100L);
  }

  /** Each yielder has had one more poll at most when the sleeper's turn comes. */
  @Test
  void tasksThatOnlyYieldKeepNoTimerWaiting() {
    int yielders = 10;
    Sleeper sleeper = sleeperUntil(100);
    int[] yields = new int[1];
    for (int i = 0; i < yielders; i++) {
      runtime.spawn(
          new Task<String>() {
            @Override
            public Poll poll(Context context) {
              if (sleeper.isFinished()) {
                return ready("enough");
              }
              yields[0]++;
              return context.yieldNow();
            }
          });
    }
    clock.nanos = 100;
    driven.turn();
    assertThat(sleeper.isFinished()).isTrue();
    assertThat(yields[0]).isLessThanOrEqualTo(2 * yielders);
  }

  /** Tasks that wake themselves never let the queue run dry, yet a turn has an end. */
  @Test
  void tasksThatWakeThemselvesKeepNoTimerWaitingLongerThanATurn() {
    Sleeper sleeper = sleeperUntil(100);
    int[] polls = new int[1];
    runtime.spawn(
        new Task<String>() {
          @Override
          public Poll poll(Context context) {
            if (sleeper.isFinished()) {
              return ready("enough");
            }
            polls[0]++;
            context.waker().wake();
            return Poll.PENDING;
          }
        });
    clock.nanos = 100;
    driven.turn();
    driven.turn();
    assertThat(sleeper.isFinished()).isTrue();
    assertThat(polls[0]).isLessThanOrEqualTo(TICKS_PER_TURN + 1);
  }
}
