package dev.heddle.harness.claims;

import dev.heddle.runtime.BlockingMetrics;
import dev.heddle.runtime.Context;
import dev.heddle.runtime.FutureTimeoutException;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.observe.WorkerDump;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * C17: blocking work that waits for work which needs the same thread. Four programs, each with a
 * bound on how long it waits; two of them stand still, and the runtime must be able to say where.
 *
 * <p>That a program stands still is not read from the clock alone: the bound only says when to
 * look, and what is looked at is who waits for what.
 */
final class PoolDeadlock implements Claim {
  /** How long nothing has to happen before it is looked at why. */
  private static final Duration STILL = Duration.ofSeconds(1);

  /** What can go on does within this. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  private static final int ANSWER = 42;

  @Override
  public String id() {
    return "C17";
  }

  @Override
  public String statement() {
    return "awaiting async work inside a blocking-pool job, and blocking inside an async task, can deadlock";
  }

  @Override
  public String figure() {
    return "none";
  }

  @Override
  public String rule() {
    return "four programs, run live: confirmed if a job that waits for another job stands still in a pool of one thread and ends in one of two, and if a task that blocks its only worker for another task stands still and ends with blockInPlace, and the runtime's own dump or its threads name what stands still; refuted if one does not. No timings decide, and so there are no blocks";
  }

  @Override
  public List<Trial> trials() {
    return List.of(
        new PoolOf(1, "a job that waits for a job stands still in a pool of one, and is named"),
        new PoolOf(2, "in a pool of two it ends"),
        new BlockedWorker(
            false,
            "a task that blocks its only worker for another task stands still, and is named"),
        new BlockedWorker(true, "with blockInPlace it ends"));
  }

  @Override
  public Ruling judge(Case weighed) {
    return AbortDetachThrow.ruling(weighed, "the four programs have not run yet");
  }

  /** A job of the pool that waits for another job of the same pool. */
  private record PoolOf(int threads, String name) implements Trial {

    @Override
    public TrialResult run() throws InterruptedException {
      try (HeddleRuntime runtime =
          HeddleRuntime.builder()
              .strategy("work-stealing")
              .workers(1)
              .blockingThreads(threads)
              .build()) {
        JoinHandle<Integer> outer = runtime.spawnBlocking(() -> waitForAnother(runtime));
        Optional<String> standing = threads > 1 ? Optional.empty() : seen(() -> standing(runtime));
        try {
          int answer = outer.join(threads > 1 ? PATIENCE : STILL);
          return new TrialResult(name, threads > 1 && answer == ANSWER, "it ended, with " + answer);
        } catch (FutureTimeoutException e) {
          return new TrialResult(
              name, standing.isPresent(), standing.orElse("no thread was found that waits"));
        }
      } // which cancels the queued job, and so ends the one that waits for it
    }

    private static int waitForAnother(HeddleRuntime runtime) throws InterruptedException {
      return runtime.spawnBlocking(() -> ANSWER).join();
    }

    /** Who waits for what, once the only thread is busy and a job waits for one. */
    private static Optional<String> standing(HeddleRuntime runtime) {
      BlockingMetrics pool = runtime.metrics().blocking();
      return pool.threads() == 1 && pool.idle() == 0 && pool.queued() == 1
          ? whoWaits().map("the pool's only thread is busy and 1 job is queued: "::concat)
          : Optional.empty();
    }

    /** The thread of the pool that is in our method, and in what it waits there. */
    private static Optional<String> whoWaits() {
      for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
        StackTraceElement[] stack = thread.getValue();
        boolean ours =
            Arrays.stream(stack)
                .anyMatch(frame ->
                    frame.getClassName().equals(PoolOf.class.getName())
                        && frame.getMethodName().equals("waitForAnother"));
        if (ours && thread.getKey().getName().startsWith("heddle-blocking-")) {
          Optional<String> joins =
              Arrays.stream(stack)
                  .filter(frame -> frame.getMethodName().equals("join"))
                  .map(frame -> frame.getClassName() + ".join")
                  .findFirst();
          if (joins.isPresent()) {
            return Optional.of(
                "%s waits in %s, called by the job"
                    .formatted(thread.getKey().getName(), joins.get()));
          }
        }
      }
      return Optional.empty();
    }
  }

  /** A task that waits on its thread for another task, on the only worker. */
  private record BlockedWorker(boolean inPlace, String name) implements Trial {

    @Override
    public TrialResult run() throws InterruptedException {
      try (HeddleRuntime runtime =
          HeddleRuntime.builder()
              .strategy("work-stealing")
              .workers(1)
              .stallThreshold(Duration.ZERO) // it is found by the dump
              .build()) {
        CountDownLatch done = new CountDownLatch(1);
        JoinHandle<@Nullable Void> waiting = runtime.spawn(new Waiting(done, inPlace));
        try {
          Optional<String> standing = inPlace ? Optional.empty() : seen(() -> standing(runtime));
          boolean ended = endsWithin(waiting, inPlace ? PATIENCE : STILL);
          return new TrialResult(
              name,
              ended == inPlace && (inPlace || (standing.isPresent() && done.getCount() == 1)),
              ended ? "it ended" : standing.orElse("no worker was found in the task's poll"));
        } finally {
          done.countDown(); // or the worker would never end
        }
      }
    }

    private static Optional<String> standing(HeddleRuntime runtime) {
      return runtime.dump().workers().stream()
          .filter(worker ->
              worker.state() == WorkerDump.State.POLLING
                  && worker.stack().stream()
                      .anyMatch(frame -> frame.contains(Waiting.class.getSimpleName())))
          .findFirst()
          .map(worker ->
              "the dump shows its only worker, %s, in a poll of the task that waits; the other was never polled"
                  .formatted(worker.thread()));
    }
  }

  private static boolean endsWithin(JoinHandle<@Nullable Void> task, Duration time)
      throws InterruptedException {
    try {
      task.join(time);
      return true;
    } catch (FutureTimeoutException e) {
      return false;
    }
  }

  /** What is seen by somebody who looks again and again for a while. */
  private static Optional<String> seen(Supplier<Optional<String>> look)
      throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Optional<String> found = look.get();
    while (found.isEmpty() && System.nanoTime() - deadline < 0) {
      Thread.sleep(LOOK_AGAIN);
      found = look.get();
    }
    return found;
  }

  /** Spawns a task and blocks until that has run. */
  private static final class Waiting extends Task<@Nullable Void> {
    private final CountDownLatch done;
    private final boolean inPlace;

    Waiting(CountDownLatch done, boolean inPlace) {
      this.done = done;
      this.inPlace = inPlace;
    }

    @Override
    public Poll poll(Context context) throws Exception {
      context.runtime().spawn(new Counting(done));
      if (inPlace) {
        HeddleRuntime.blockInPlace(this::awaitOther);
      } else {
        awaitOther();
      }
      return ready(null);
    }

    private boolean awaitOther() throws InterruptedException {
      return done.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private static final class Counting extends Task<@Nullable Void> {
    private final CountDownLatch done;

    Counting(CountDownLatch done) {
      this.done = done;
    }

    @Override
    public Poll poll(Context context) {
      done.countDown();
      return ready(null);
    }
  }
}
