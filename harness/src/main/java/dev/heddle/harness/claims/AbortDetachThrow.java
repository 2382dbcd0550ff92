package dev.heddle.harness.claims;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.TaskFailedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** C13: what becomes of a task that is aborted, let go, or fails. Three programs; no timings. */
final class AbortDetachThrow implements Claim {
  /** Nothing here takes longer unless it never happens. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final int YIELDS = 100;

  @Override
  public String id() {
    return "C13";
  }

  @Override
  public String statement() {
    return "an abort acts at the task's next suspension only; dropping a handle lets its task go on; an exception reaches the one who joins, and nobody else";
  }

  @Override
  public String figure() {
    return "none";
  }

  @Override
  public String rule() {
    return "three programs, run live on one worker: confirmed if all of them show what is claimed; refuted if one does not. No timings, and so no blocks";
  }

  @Override
  public List<Trial> trials() {
    return List.of(new Abort(), new Detach(), new Throw());
  }

  @Override
  public Ruling judge(Case weighed) {
    return ruling(weighed, "the three programs have not run yet");
  }

  /** Of a claim that is nothing but its trials. */
  static Ruling ruling(Case weighed, String notYet) {
    if (weighed.trials().isEmpty()) {
      throw new NotResolvable(notYet);
    }
    return Case.ruling(
        weighed.trials().stream()
            .map(trial ->
                trial.passed()
                    ? Part.holds(trial.name(), trial.found())
                    : Part.fails(trial.name(), trial.found()))
            .toList());
  }

  private static HeddleRuntime oneWorker() {
    return HeddleRuntime.builder()
        .strategy("work-stealing")
        .workers(1)
        .stallThreshold(Duration.ZERO) // one of them holds its worker, and means to
        .build();
  }

  private static boolean within(CountDownLatch latch) throws InterruptedException {
    return latch.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static final class Abort implements Trial {
    @Override
    public String name() {
      return "an abort acts at the next suspension only";
    }

    @Override
    public TrialResult run() throws InterruptedException {
      try (HeddleRuntime runtime = oneWorker()) {
        Held suspends = new Held(false);
        Held ends = new Held(true);
        String suspended = abortedInAPoll(runtime, suspends);
        String ended = abortedInAPoll(runtime, ends);
        return new TrialResult(
            name(),
            suspended.equals("cancelled after its poll") && ended.equals("finished with its value"),
            "aborted in the middle of a poll, a task that then suspends was %s, one that then ends was %s"
                .formatted(suspended, ended));
      }
    }

    private static String abortedInAPoll(HeddleRuntime runtime, Held task)
        throws InterruptedException {
      JoinHandle<Integer> handle = runtime.spawn(task);
      try {
        if (!within(task.polled)) {
          return "never polled";
        }
        handle.abort();
        if (handle.isFinished()) {
          return "finished in the middle of its poll";
        }
      } finally {
        task.release.countDown();
      }
      try {
        int value = handle.join(PATIENCE);
        return value == 1 ? "finished with its value" : "finished with %d".formatted(value);
      } catch (TaskCancelledException e) {
        return task.pollsEnded == 1
            ? "cancelled after its poll"
            : "cancelled after %d polls".formatted(task.pollsEnded);
      }
    }
  }

  /** Stays in its poll until released; then suspends, or ends. */
  private static final class Held extends Task<Integer> {
    final CountDownLatch polled = new CountDownLatch(1);
    final CountDownLatch release = new CountDownLatch(1);
    private final boolean ends;
    private volatile int pollsEnded;

    Held(boolean ends) {
      this.ends = ends;
    }

    @Override
    public Poll poll(Context context) throws InterruptedException {
      polled.countDown();
      boolean released = within(release);
      int polls = pollsEnded + 1;
      pollsEnded = polls;
      return ends || !released ? ready(polls) : Poll.PENDING;
    }
  }

  private static final class Detach implements Trial {
    @Override
    public String name() {
      return "a task goes on when its handle is let go";
    }

    @Override
    public TrialResult run() throws InterruptedException {
      try (HeddleRuntime runtime = oneWorker()) {
        CountDownLatch dropped = new CountDownLatch(1);
        CountDownLatch detached = new CountDownLatch(1);
        runtime.spawn(new Yielding(dropped));
        runtime.spawn(new Yielding(detached)).detach();
        boolean both = within(dropped) && within(detached);
        return new TrialResult(
            name(),
            both,
            both
                ? "after %d yields each, one task whose handle was dropped and one whose was detached had ended"
                    .formatted(YIELDS)
                : "a task had not ended after %d s".formatted(PATIENCE.toSeconds()));
      }
    }
  }

  private static final class Yielding extends Task<@Nullable Void> {
    private final CountDownLatch ended;
    private int left = YIELDS;

    Yielding(CountDownLatch ended) {
      this.ended = ended;
    }

    @Override
    public Poll poll(Context context) {
      if (left-- > 0) {
        return context.yieldNow();
      }
      ended.countDown();
      return ready(null);
    }
  }

  private static final class Throw implements Trial {
    @Override
    public String name() {
      return "an exception reaches the one who joins, and nobody else";
    }

    @Override
    public TrialResult run() throws InterruptedException {
      try (HeddleRuntime runtime = oneWorker()) {
        CountDownLatch other = new CountDownLatch(1);
        JoinHandle<@Nullable Void> beside = runtime.spawn(new Yielding(other));
        IllegalStateException thrown = new IllegalStateException("of the task");
        JoinHandle<@Nullable Void> failing = runtime.spawn(new Failing(thrown));
        String joined = joined(failing, thrown);
        boolean goesOn = within(other);
        beside.join(PATIENCE);
        JoinHandle<@Nullable Void> later = runtime.spawn(new Yielding(new CountDownLatch(1)));
        later.join(PATIENCE);
        return new TrialResult(
            name(),
            joined.isEmpty() && goesOn,
            joined.isEmpty()
                ? "its joiner got what the task threw; a task beside it and one spawned afterwards on the same worker ended as ever"
                : joined);
      }
    }

    @SuppressWarnings("ReferenceEquality") // the very exception
    private static String joined(JoinHandle<@Nullable Void> failing, Exception thrown)
        throws InterruptedException {
      try {
        failing.join(PATIENCE);
        return "its joiner got a value";
      } catch (TaskFailedException e) {
        return e.getCause() == thrown ? "" : "its joiner got " + e.getCause();
      }
    }
  }

  private static final class Failing extends Task<@Nullable Void> {
    private final RuntimeException thrown;

    Failing(RuntimeException thrown) {
      this.thrown = thrown;
    }

    @Override
    public Poll poll(Context context) {
      throw thrown;
    }
  }
}
