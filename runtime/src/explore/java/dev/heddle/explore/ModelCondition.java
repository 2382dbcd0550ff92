package dev.heddle.explore;

import java.util.ArrayDeque;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A condition of a lock, as {@link Schedule} keeps it. First come, first signalled. */
@SuppressWarnings("WaitNotInLoop") // it is the wait; whoever calls it loops
final class ModelCondition implements Condition {
  private static final class Waiter {
    boolean signalled;
  }

  private final Schedule schedule;
  private final ReentrantLock lock;
  private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();

  ModelCondition(Schedule schedule, ReentrantLock lock) {
    this.schedule = schedule;
    this.lock = lock;
  }

  @Override
  public void await() throws InterruptedException {
    awaitUntil(Strand.NEVER);
  }

  @Override
  public long awaitNanos(long nanosTimeout) throws InterruptedException {
    // A wait of centuries must not wrap around.
    long now = schedule.now();
    long deadline = nanosTimeout > Strand.NEVER - now ? Strand.NEVER : now + nanosTimeout;
    awaitUntil(deadline);
    return deadline - schedule.now();
  }

  @Override
  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    return awaitNanos(unit.toNanos(time)) > 0;
  }

  private void awaitUntil(long deadline) throws InterruptedException {
    Strand strand = schedule.current();
    Waiter waiter = new Waiter();
    waiters.add(waiter);
    int holds = schedule.release(lock);
    schedule.await(() -> waiter.signalled || strand.interrupted, deadline);
    waiters.remove(waiter);
    schedule.retake(lock, holds);
    if (!waiter.signalled && strand.interrupted) {
      strand.interrupted = false;
      throw new InterruptedException();
    }
  }

  @Override
  public void signal() {
    Waiter first = waiters.poll();
    if (first != null) {
      first.signalled = true;
    }
  }

  @Override
  public void signalAll() {
    waiters.forEach(waiter -> waiter.signalled = true);
    waiters.clear();
  }

  @Override
  public void awaitUninterruptibly() {
    throw new UnsupportedOperationException("the explorer does not model this");
  }

  @Override
  public boolean awaitUntil(Date deadline) {
    throw new UnsupportedOperationException("the explorer does not model this");
  }
}
