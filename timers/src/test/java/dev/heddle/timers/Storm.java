package dev.heddle.timers;

import dev.heddle.runtime.FutureTimeoutException;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Sleep;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.TaskFailedException;
import java.time.Duration;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A runtime full of {@link StormTask}s, and two threads beside it that wake, abort and spawn. In
 * the end each task that was spawned must have ended, and been closed once.
 */
final class Storm {
  /** Far longer than any storm: a task that has not ended by then never will. */
  private static final Duration HANG = Duration.ofMinutes(1);

  private static final int ROOTS = 50;
  private static final int CHILDREN = 8;
  private static final int PAUSE_NANOS = 5_000;

  private final HeddleRuntime runtime;
  private final long seed;
  private final boolean aborting;
  private final Queue<StormTask> spawned = new ConcurrentLinkedQueue<>();
  private final Queue<StormTask> asking = new ConcurrentLinkedQueue<>();
  private final Queue<Sleep> toReset = new ConcurrentLinkedQueue<>();
  private final AtomicReference<@Nullable String> violation = new AtomicReference<>();
  private final AtomicInteger refused = new AtomicInteger();
  private volatile boolean over;

  Storm(HeddleRuntime runtime, long seed) {
    this.runtime = runtime;
    this.seed = seed;
    aborting = seed % 2 == 0;
  }

  void violated(String rule) {
    violation.compareAndSet(null, rule);
  }

  void ask(StormTask task) {
    asking.add(task);
  }

  /** Another thread will move it, to earlier or to later, unless the storm is over before. */
  void reset(Sleep sleep) {
    toReset.add(sleep);
  }

  void spawn(long taskSeed, int children) {
    StormTask task = new StormTask(this, taskSeed, children);
    try {
      runtime.spawn(task);
    } catch (IllegalStateException closed) {
      refused.incrementAndGet();
      return;
    }
    spawned.add(task);
  }

  /** Runs until every task has ended by itself, or was aborted; then closes the runtime. */
  void untilAllHaveEnded() throws InterruptedException {
    run(() -> {
      int joined = 0;
      // Tasks spawn others before they end, so whatever is added later is seen here too.
      for (StormTask task = spawned.poll(); task != null; task = spawned.poll()) {
        join(task);
        joined++;
      }
      if (joined < ROOTS) {
        violated("only " + joined + " tasks were spawned");
      }
    });
    if (refused.get() != 0) {
      violated("a spawn was refused by an open runtime");
    }
    check();
  }

  /** Closes the runtime in the middle of it all. */
  void closedInTheMiddle() throws InterruptedException {
    run(() -> {
      StormTask some = spawned.peek();
      if (some != null && seed % 3 != 0) {
        join(some); // so that it is not always at the beginning
        spawned.add(some);
      }
    });
    for (StormTask task : spawned) {
      if (!task.isFinished()) {
        violated("unfinished after close()");
      } else {
        join(task);
      }
    }
    check();
  }

  private interface Middle {
    void run() throws InterruptedException;
  }

  private void run(Middle middle) throws InterruptedException {
    Thread answerer = Thread.ofPlatform().name("storm-answerer").daemon().start(this::answer);
    Thread helper = Thread.ofPlatform().name("storm-helper").daemon().start(this::answer);
    try {
      SplittableRandom random = new SplittableRandom(seed);
      for (int i = 0; i < ROOTS; i++) {
        spawn(random.nextLong(), CHILDREN);
      }
      middle.run();
    } finally {
      runtime.close();
      over = true;
      answerer.join();
      helper.join();
    }
  }

  /** Answers all questions, and moves sleeps; aborts a task now and then. */
  private void answer() {
    SplittableRandom random = new SplittableRandom(seed + 1);
    while (!over) {
      Sleep sleep = toReset.poll();
      if (sleep != null) {
        sleep.reset(Duration.ofNanos(random.nextInt(StormTask.MOST_SLEEP_NANOS)));
      }
      StormTask task = asking.poll();
      if (task == null) {
        LockSupport.parkNanos(this, PAUSE_NANOS);
        continue;
      }
      if (aborting && random.nextInt(16) == 0) {
        task.abort();
      }
      task.answer();
    }
  }

  private void join(StormTask task) throws InterruptedException {
    try {
      task.join(HANG);
    } catch (FutureTimeoutException hangs) {
      throw new AssertionError(
          "a task has not ended, seed " + seed + System.lineSeparator() + runtime.dump(), hangs);
    } catch (TaskFailedException thrown) {
      if (!(thrown.getCause() instanceof StormTask.StormException)) {
        violated("failed with " + thrown.getCause());
      }
    } catch (TaskCancelledException cancelled) {
      // by an abort, or the end of the runtime
    }
    if (task.closes() != 1) {
      violated("closed " + task.closes() + " times");
    }
  }

  private void check() {
    String rule = violation.get();
    if (rule != null) {
      throw new AssertionError(rule + ", seed " + seed);
    }
  }
}
