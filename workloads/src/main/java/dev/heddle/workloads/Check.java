package dev.heddle.workloads;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where the tasks of one workload report to the thread that started them: "the last of us is done",
 * or "something is wrong".
 *
 * <p>A lost task shows as a wait without end, so every wait has a deadline. A doubled task shows
 * when it runs again, which may be after its invocation is over; so the check lives as long as the
 * benchmark, and what is reported late fails the next invocation.
 *
 * <p>{@link #finish} and {@link #fail} may be called by any thread, the rest by one.
 */
public final class Check {
  private static final String DEADLINE = "heddle.deadline.seconds";
  private static final String DEFAULT_DEADLINE_SECONDS = "30";

  private final String workload;
  private final Duration deadline;
  private final Semaphore finished = new Semaphore(0);
  private volatile @Nullable String wrong;

  /**
   * The check of one workload.
   *
   * @param workload whose name failures carry
   * @param deadline how long one invocation may take
   */
  public Check(String workload, Duration deadline) {
    this.workload = workload;
    this.deadline = deadline;
  }

  /**
   * How long one invocation may take: {@code -Dheddle.deadline.seconds}, or half a minute.
   *
   * @throws IllegalArgumentException in one line, if the property is no number of seconds
   */
  public static Duration defaultDeadline() {
    return parseDeadline(System.getProperty(DEADLINE, DEFAULT_DEADLINE_SECONDS));
  }

  static Duration parseDeadline(String seconds) {
    if (!seconds.matches("[1-9][0-9]{0,5}")) {
      throw new IllegalArgumentException(
          "-D%s was '%s'; allowed is a whole number of seconds, 1 to 999999"
              .formatted(DEADLINE, seconds));
    }
    return Duration.ofSeconds(Integer.parseInt(seconds));
  }

  /** The last task of the invocation is done. */
  public void finish() {
    finished.release();
  }

  /** Something is wrong; the waiting thread need not wait any longer. */
  public void fail(String what) {
    wrong = what;
    finished.release();
  }

  /** A task was polled again after it had finished: the scheduler handed it out twice. */
  public void failDoubled() {
    fail("expected each task to finish once, found one that was run again afterwards");
  }

  /**
   * Waits for {@link #finish} and then holds what was counted against what was asked for.
   *
   * @throws WorkloadFailure if the counts differ, {@link #fail} was called, or the time is up
   */
  public void await(long expected, String things, Count found) throws InterruptedException {
    boolean inTime = finished.tryAcquire(deadline.toNanos(), TimeUnit.NANOSECONDS);
    long count = found.now();
    if (!inTime && wrong == null) {
      throw late(expected, things, count);
    }
    verify(expected, things, count);
  }

  /** The moment, in nanoTime, at which an invocation that starts now is late. */
  public long deadlineNanos() {
    return System.nanoTime() + deadline.toNanos();
  }

  /**
   * Holds a count against what was asked for.
   *
   * @throws WorkloadFailure if they differ, or {@link #fail} was called
   */
  public void verify(long expected, String things, long found) {
    String what = wrong;
    if (what != null) {
      throw new WorkloadFailure(workload, what);
    }
    if (found != expected) {
      throw new WorkloadFailure(
          workload, "expected %d %s, found %d".formatted(expected, things, found));
    }
  }

  /** The failure of an invocation whose time is up. */
  public WorkloadFailure late(long expected, String things, long found) {
    return new WorkloadFailure(
        workload,
        "expected %d %s, found %d within %d s"
            .formatted(expected, things, found, deadline.toSeconds()));
  }

  /** Reads a count; if the invocation is still under way, the count may be a moment old. */
  @FunctionalInterface
  public interface Count {
    /** The count so far. */
    long now();
  }
}
