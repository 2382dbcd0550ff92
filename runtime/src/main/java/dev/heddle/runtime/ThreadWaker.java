package dev.heddle.runtime;

import java.util.concurrent.locks.LockSupport;

/**
 * Wakes a thread outside the runtime that waits for a task. One per thread, so that a task that is
 * joined again and again, each time for a while, knows its joiner already.
 */
final class ThreadWaker implements Waker {
  private static final ThreadLocal<ThreadWaker> OF_THREAD =
      ThreadLocal.withInitial(() -> new ThreadWaker(Thread.currentThread()));

  private final Thread thread;

  private ThreadWaker(Thread thread) {
    this.thread = thread;
  }

  static ThreadWaker ofCurrentThread() {
    return OF_THREAD.get();
  }

  @Override
  public void wake() {
    LockSupport.unpark(thread);
  }

  /**
   * Blocks this thread until the task is finished; the waker is registered with the task already.
   *
   * @param runtime the task's
   * @param deadlineNanos in the scale of {@link System#nanoTime}, or {@link Parker#NEVER}
   * @return false if the task is not finished by the deadline
   * @throws TaskCancelledException if the runtime has ended and lost the task, which only a broken
   *     strategy can bring about
   */
  static boolean awaitEnd(Task<?> task, HeddleRuntime runtime, long deadlineNanos)
      throws InterruptedException {
    boolean entered = runtime.enterBlocking();
    try {
      while (!task.isFinished()) {
        if (runtime.isTerminated() && !task.isFinished()) {
          throw runtime.endingOfUnfinished().toException();
        }
        if (deadlineNanos == Parker.NEVER) {
          LockSupport.park(task);
        } else {
          long nanos = deadlineNanos - HeddleRuntime.CLOCK.getAsLong();
          if (nanos <= 0) {
            return false;
          }
          LockSupport.parkNanos(task, nanos);
        }
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted while joining a task, which goes on");
        }
      }
      return true;
    } finally {
      if (entered) {
        runtime.leaveBlocking();
      }
    }
  }
}
