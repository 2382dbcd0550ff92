package dev.heddle.runtime.sync;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.heddle.runtime.Future;
import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

public class MutexStress {

  @JCStressTest
  @State
  @Outcome(id = "1, [01]", expect = ACCEPTABLE, desc = "ready at once")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the wake-up was lost")
  @Outcome(expect = FORBIDDEN)
  public static class UnlockAgainstLock {
    private final Mutex mutex = new Mutex();
    private final Mutex.Guard guard = Objects.requireNonNull(mutex.tryLock());
    private final Future<Mutex.Guard> locking = mutex.lock();
    private final ByHand task = new ByHand();

    @Actor
    public void unlock() {
      guard.close();
    }

    @Actor
    public void lock(II_Result r) {
      r.r1 = task.poll(locking);
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r2 = task.wakes();
    }
  }

  /** One that waits is polled with another waker: only the new one must be woken. */
  @JCStressTest
  @State
  @Outcome(id = "1, [01]", expect = ACCEPTABLE, desc = "ready at once")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the wake-up was lost")
  @Outcome(expect = FORBIDDEN)
  public static class UnlockAgainstChangeOfWaker {
    private final Mutex mutex = new Mutex();
    private final Mutex.Guard guard = Objects.requireNonNull(mutex.tryLock());
    private final Future<Mutex.Guard> locking = mutex.lock();
    private final ByHand task = new ByHand();

    public UnlockAgainstChangeOfWaker() {
      new ByHand().poll(locking);
    }

    @Actor
    public void unlock() {
      guard.close();
    }

    @Actor
    public void poll(II_Result r) {
      r.r1 = task.poll(locking);
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r2 = task.wakes();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the second in line has the lock")
  @Outcome(expect = FORBIDDEN, desc = "the lock is gone with the first in line")
  public static class UnlockAgainstCloseOfWaiter {
    private final Mutex mutex = new Mutex();
    private final Mutex.Guard guard = Objects.requireNonNull(mutex.tryLock());
    private final Future<Mutex.Guard> first = mutex.lock();
    private final Future<Mutex.Guard> second = mutex.lock();
    private final ByHand task = new ByHand();

    public UnlockAgainstCloseOfWaiter() {
      new ByHand().poll(first);
      task.poll(second);
    }

    @Actor
    public void unlock() {
      guard.close();
    }

    @Actor
    public void giveUp() {
      first.close();
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r1 = task.wakes();
      r.r2 = task.poll(second);
    }
  }

  /** Plain writes under the lock are not lost. */
  @JCStressTest
  @State
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "both locked, one after the other")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "one found it locked")
  @Outcome(expect = FORBIDDEN)
  public static class LockAgainstLock {
    private final Mutex mutex = new Mutex();
    private int counter;
    private int locks1;
    private int locks2;

    private int count() {
      Mutex.Guard guard = mutex.tryLock();
      if (guard == null) {
        return 0;
      }
      counter++;
      guard.close();
      return 1;
    }

    @Actor
    public void one() {
      locks1 = count();
    }

    @Actor
    public void other() {
      locks2 = count();
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r1 = locks1 + locks2;
      r.r2 = counter;
    }
  }
}
