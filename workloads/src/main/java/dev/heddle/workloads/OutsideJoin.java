package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Waker;
import java.util.concurrent.locks.LockSupport;

/**
 * Joins tasks from a thread outside the runtime as {@link JoinHandle#join} does, but only until a
 * deadline: a lost task ends in a failure and not in a hang. Belongs to the thread that made it.
 */
final class OutsideJoin implements Context {
  private final HeddleRuntime runtime;
  private final long deadlineNanos;
  private final Waker waker;

  /**
   * @param deadlineNanos in the scale of {@link System#nanoTime}, for all joins together
   */
  OutsideJoin(HeddleRuntime runtime, long deadlineNanos) {
    this.runtime = runtime;
    this.deadlineNanos = deadlineNanos;
    Thread joiner = Thread.currentThread();
    waker = () -> LockSupport.unpark(joiner);
  }

  /** Returns false if the task was not finished by the deadline. */
  boolean join(JoinHandle<?> handle) throws InterruptedException {
    if (handle.isFinished() || handle.pollJoin(this) == Poll.READY) {
      return true;
    }
    while (!handle.isFinished()) {
      long nanos = deadlineNanos - System.nanoTime();
      if (nanos <= 0) {
        return false;
      }
      LockSupport.parkNanos(this, nanos);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while joining a task, which goes on");
      }
    }
    return true;
  }

  @Override
  public Waker waker() {
    return waker;
  }

  @Override
  public HeddleRuntime runtime() {
    return runtime;
  }

  /** There is nothing to yield to out here. */
  @Override
  public Poll yieldNow() {
    return Poll.PENDING;
  }

  /** This thread runs nothing else, so nobody waits for it to let go. */
  @Override
  public boolean takeBudget() {
    return true;
  }
}
