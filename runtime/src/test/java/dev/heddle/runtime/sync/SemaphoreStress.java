package dev.heddle.runtime.sync;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.heddle.runtime.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

public class SemaphoreStress {

  /** The first in line has one of the two it wants. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the second in line has all")
  @Outcome(expect = FORBIDDEN, desc = "a permit is gone with the first in line")
  public static class ReleaseAgainstCloseOfWaiter {
    private final Semaphore semaphore = new Semaphore(1);
    private final Future<Semaphore.Permit> first = semaphore.acquire(2);
    private final Future<Semaphore.Permit> second = semaphore.acquire(2);
    private final ByHand task = new ByHand();

    public ReleaseAgainstCloseOfWaiter() {
      new ByHand().poll(first);
      task.poll(second);
    }

    @Actor
    public void release() {
      semaphore.release(1);
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

  @JCStressTest
  @State
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "served, and has the permit")
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "refused, and the permit is free")
  @Outcome(expect = FORBIDDEN)
  public static class ReleaseAgainstCloseOfSemaphore {
    private final Semaphore semaphore = new Semaphore(0);
    private final Future<Semaphore.Permit> acquiring = semaphore.acquire();
    private final ByHand task = new ByHand();

    public ReleaseAgainstCloseOfSemaphore() {
      task.poll(acquiring);
    }

    @Actor
    public void release() {
      semaphore.release(1);
    }

    @Actor
    public void close() {
      semaphore.close();
    }

    @Arbiter
    public void settle(III_Result r) {
      r.r1 = task.wakes();
      try {
        r.r2 = 1 - task.poll(acquiring);
      } catch (SemaphoreClosedException refused) {
        r.r2 = 1;
      }
      r.r3 = semaphore.availablePermits();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "1, [01]", expect = ACCEPTABLE, desc = "ready at once")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the wake-up was lost")
  @Outcome(expect = FORBIDDEN)
  public static class TwoReleasesAgainstAcquireOfBoth {
    private final Semaphore semaphore = new Semaphore(0);
    private final Future<Semaphore.Permit> acquiring = semaphore.acquire(2);
    private final ByHand task = new ByHand();

    @Actor
    public void release() {
      semaphore.release(1);
      semaphore.release(1);
    }

    @Actor
    public void acquire(II_Result r) {
      r.r1 = task.poll(acquiring);
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r2 = task.wakes();
    }
  }
}
