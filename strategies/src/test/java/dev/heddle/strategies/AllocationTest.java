package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the hot paths allocate: nothing, and one object per spawn, the task. The JVM counts what
 * each worker's thread allocates; here that is read before and after a load which has been run once
 * already, so that classes are loaded and call sites linked.
 *
 * <p>The smallest object has 16 bytes. So a limit of a few bytes per operation is passed by none
 * that is allocated every time, and leaves room for what a JVM does once, however late.
 */
class AllocationTest {
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private static final long NEXT_LOOK_NANOS = 1_000;

  private static final double BYTES_PER_OPERATION = 1;

  /** Where an operation takes a switch between threads, so that there are only thousands. */
  private static final double BYTES_PER_RARE_OPERATION = 8;

  /**
   * Every policy. But the queue under a {@code ReentrantLock} with one worker only: a thread that
   * has to wait for such a lock allocates its place in the lock's own queue.
   */
  static Stream<Setup> policies() {
    return Setup.everyPolicy()
        .filter(setup -> setup.workers() == 1 || !(setup.strategy() instanceof GlobalQueue));
  }

  static Stream<Setup> policiesThatSteal() {
    return policies()
        .filter(
            setup -> setup.workers() > 1 && setup.strategy().name().startsWith("work-stealing"));
  }

  private interface Load {
    void run(HeddleRuntime runtime) throws InterruptedException;
  }

  /** Bytes that all workers allocate during the second of two runs. */
  private static long allocatedBy(Load load, Setup setup) throws InterruptedException {
    Set<Thread> others = Thread.getAllStackTraces().keySet();
    try (HeddleRuntime runtime = setup.start()) {
      Set<Thread> workers = new HashSet<>(Thread.getAllStackTraces().keySet());
      workers.removeAll(others);
      workers.removeIf(thread -> !thread.getName().startsWith("heddle-" + runtime.strategy()));
      assertThat(workers).hasSize(setup.workers());
      load.run(runtime);
      long before = allocated(workers);
      load.run(runtime);
      return allocated(workers) - before;
    }
  }

  private static long allocated(Set<Thread> threads) {
    return threads.stream()
        .mapToLong(thread -> THREADS.getThreadAllocatedBytes(thread.threadId()))
        .sum();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void aYieldAllocatesNothing(Setup setup) throws Exception {
    int tasks = 100;
    int yields = 10_000;
    long bytes =
        allocatedBy(
            runtime -> {
              CountDownLatch done = new CountDownLatch(tasks);
              for (int i = 0; i < tasks; i++) {
                runtime.spawn(new Yielder(yields, done));
              }
              done.await();
            },
            setup);
    assertThat((double) bytes / tasks / yields).isLessThan(BYTES_PER_OPERATION);
  }

  private static final class Yielder extends Task<@Nullable Void> {
    private final CountDownLatch done;
    private int left;

    Yielder(int yields, CountDownLatch done) {
      left = yields;
      this.done = done;
    }

    @Override
    public Poll poll(Context context) {
      if (left-- > 0) {
        return context.yieldNow();
      }
      done.countDown();
      return ready(null);
    }
  }

  @ParameterizedTest
  @MethodSource("policies")
  void aWakeUpOfAnotherTaskAllocatesNothing(Setup setup) throws Exception {
    int pairs = 16;
    int wakeUps = 60_000;
    long bytes =
        allocatedBy(
            runtime -> {
              CountDownLatch done = new CountDownLatch(2 * pairs);
              for (int i = 0; i < pairs; i++) {
                Player second = new Player(wakeUps / 2, done);
                Player first = new Player(wakeUps / 2, done);
                second.other = first;
                first.other = second;
                runtime.spawn(first); // the second one is spawned by it
              }
              done.await();
            },
            setup);
    assertThat((double) bytes / pairs / wakeUps).isLessThan(BYTES_PER_OPERATION);
  }

  /** One of two tasks that wake each other. The other is idle whenever this one is polled. */
  private static final class Player extends Task<@Nullable Void> {
    private final CountDownLatch done;
    private int left;
    private boolean spawned;
    @Nullable Player other;

    Player(int wakeUps, CountDownLatch done) {
      left = wakeUps;
      this.done = done;
    }

    @Override
    public Poll poll(Context context) {
      Player next = Objects.requireNonNull(other);
      if (!spawned) {
        spawned = true;
        if (!next.spawned) {
          context.runtime().spawn(next);
          return Poll.PENDING;
        }
      }
      boolean over = --left <= 0;
      next.wake();
      if (!over) {
        return Poll.PENDING;
      }
      done.countDown();
      return ready(null);
    }
  }

  @ParameterizedTest
  @MethodSource("policies")
  void aSpawnAllocatesTheTaskAndNothingElse(Setup setup) throws Exception {
    int spawns = 500_000;
    long bytes =
        allocatedBy(
            runtime -> {
              CountDownLatch done = new CountDownLatch(1);
              runtime.spawn(new Link(spawns, done));
              done.await();
            },
            setup);
    assertThat((double) bytes / spawns).isBetween(0.9 * linkBytes(), linkBytes() + 1.0);
  }

  private static final class Link extends Task<@Nullable Void> {
    private final int left;
    private final CountDownLatch done;

    Link(int left, CountDownLatch done) {
      this.left = left;
      this.done = done;
    }

    @Override
    public Poll poll(Context context) {
      if (left > 0) {
        context.runtime().spawn(new Link(left - 1, done));
      } else {
        done.countDown();
      }
      return ready(null);
    }
  }

  /** The size of one link, as this thread is charged for it. */
  private static long linkBytes() {
    CountDownLatch done = new CountDownLatch(1);
    Link[] links = new Link[10_000];
    long thread = Thread.currentThread().threadId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    for (int i = 0; i < links.length; i++) {
      links[i] = new Link(i, done);
    }
    return Math.round((double) (THREADS.getThreadAllocatedBytes(thread) - before) / links.length);
  }

  @ParameterizedTest
  @MethodSource("policiesThatSteal")
  void aStealAllocatesNothing(Setup setup) throws Exception {
    int steals = 2_000;
    long bytes =
        allocatedBy(
            runtime -> {
              long before = runtime.counters().stealOperations();
              Victim victim = new Victim();
              runtime.spawn(victim);
              while (runtime.counters().stealOperations() - before < steals) {
                Thread.sleep(1);
              }
              victim.over = true;
              victim.join();
            },
            setup);
    assertThat((double) bytes / steals).isLessThan(BYTES_PER_RARE_OPERATION);
  }

  /**
   * Wakes its prey, all of which lands on its own worker, and holds that worker until some of it
   * was polled: by a thief, or now and then where it was still being polled for the last time.
   */
  private static final class Victim extends Task<@Nullable Void> {
    private static final int PREY = 16;

    private final AtomicInteger polled = new AtomicInteger();
    private final Prey[] prey = new Prey[PREY];
    private boolean begun;
    volatile boolean over;

    @Override
    public Poll poll(Context context) {
      if (!begun) {
        begun = true;
        for (int i = 0; i < PREY; i++) {
          prey[i] = new Prey(this);
          context.runtime().spawn(prey[i]);
        }
        return Poll.PENDING;
      }
      if (polled.get() < PREY) {
        return Poll.PENDING; // the last of the prey will wake this task
      }
      if (over) {
        return ready(null);
      }
      polled.set(0);
      for (Prey each : prey) {
        each.wake();
      }
      while (polled.get() == 0) {
        LockSupport.parkNanos(NEXT_LOOK_NANOS);
      }
      return Poll.PENDING;
    }
  }

  private static final class Prey extends Task<@Nullable Void> {
    private final Victim victim;

    Prey(Victim victim) {
      this.victim = victim;
    }

    @Override
    public Poll poll(Context context) {
      if (victim.polled.incrementAndGet() == Victim.PREY) {
        victim.wake();
      }
      return Poll.PENDING;
    }
  }

  @ParameterizedTest
  @MethodSource("policies")
  void aParkAllocatesNothing(Setup setup) throws Exception {
    int parks = 3_000;
    long bytes =
        allocatedBy(
            runtime -> {
              CountDownLatch done = new CountDownLatch(1);
              Sleeper sleeper = new Sleeper(parks, done);
              runtime.spawn(sleeper);
              long seen = runtime.counters().parks();
              while (done.getCount() > 0) {
                sleeper.wake();
                // The worker that polls it parks again: nobody else has anything for it to do.
                while (runtime.counters().parks() == seen) {
                  LockSupport.parkNanos(NEXT_LOOK_NANOS);
                }
                seen = runtime.counters().parks();
              }
            },
            setup);
    assertThat((double) bytes / parks).isLessThan(BYTES_PER_RARE_OPERATION);
  }

  private static final class Sleeper extends Task<@Nullable Void> {
    private final CountDownLatch done;
    private int left;

    Sleeper(int polls, CountDownLatch done) {
      left = polls;
      this.done = done;
    }

    @Override
    public Poll poll(Context context) {
      if (left-- > 0) {
        return Poll.PENDING;
      }
      done.countDown();
      return ready(null);
    }
  }
}
