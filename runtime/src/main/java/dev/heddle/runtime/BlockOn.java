package dev.heddle.runtime;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Drives one future on a thread outside the runtime, which parks while the future waits. Belongs to
 * that thread; only the waker's side is for others.
 */
final class BlockOn<T extends @Nullable Object> implements Context, Waker, AutoCloseable {
  private final HeddleRuntime runtime;
  private final Future<T> future;
  private final Thread thread = Thread.currentThread();
  private final AtomicBoolean woken = new AtomicBoolean();
  private final Parker parker;

  /** What is left of the budget of the present poll. */
  private int budget;

  BlockOn(HeddleRuntime runtime, Future<T> future) {
    this.runtime = runtime;
    this.future = future;
    parker = runtime.clock().watched(new ThreadItself(thread));
  }

  /** The thread outside, whose own permit does: interrupts end its wait. */
  private record ThreadItself(Thread thread) implements Parker {
    @Override
    public void park(long deadlineNanos) {
      LockSupport.park(this);
    }

    @Override
    public void unpark() {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Polls until the future is finished. The runtime may begin to close at any time.
   *
   * @throws TaskFailedException if a poll threw
   * @throws TaskCancelledException if the runtime closes meanwhile
   * @throws InterruptedException if the thread is interrupted while the future waits
   */
  T run() throws InterruptedException {
    boolean entered = runtime.enterBlocking();
    runtime.clock().takeHold();
    try {
      while (poll() == Poll.PENDING) {
        // The future has had its chance to be ready: from here on the thread would wait.
        giveUpIfAsked();
        while (!woken.get()) {
          parker.park(Parker.NEVER);
          giveUpIfAsked();
        }
      }
    } finally {
      runtime.clock().letGo();
      if (entered) {
        runtime.leaveBlocking();
      }
    }
    try {
      return future.value();
    } catch (Throwable thrown) {
      throw new TaskFailedException(thrown);
    }
  }

  /**
   * Closes the future.
   *
   * @throws TaskFailedException if that throws
   */
  @Override
  public void close() {
    try {
      future.close();
    } catch (Throwable thrown) {
      throw new TaskFailedException(thrown);
    }
  }

  private Poll poll() {
    // An RMW, so that it reads the latest wake-up and sees what that waker wrote.
    woken.getAndSet(false);
    // A budget although nobody else waits for this thread: what shares it out among a future's own
    // children, and ends a loop over a leaf that is always ready, must work here as in a task.
    budget = Task.BUDGET;
    try {
      Poll poll = future.poll(this);
      if (poll == null) {
        throw new NullPointerException(future.getClass() + ".poll gave null");
      }
      return poll;
    } catch (Throwable thrown) {
      throw new TaskFailedException(thrown);
    }
  }

  private void giveUpIfAsked() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted in blockOn; the future was closed");
    }
    if (runtime.isClosing()) {
      throw runtime.endingOfUnfinished().toException();
    }
  }

  @Override
  public void wake() {
    woken.set(true);
    parker.unpark();
  }

  @Override
  public Waker waker() {
    return this;
  }

  @Override
  public HeddleRuntime runtime() {
    return runtime;
  }

  @Override
  public Poll yieldNow() {
    woken.set(true);
    return Poll.PENDING;
  }

  @Override
  public boolean takeBudget() {
    if (budget > 0) {
      budget--;
      return true;
    }
    woken.set(true);
    return false;
  }
}
