package dev.heddle.runtime.sync;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.heddle.runtime.Future;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

public class NotifyStress {

  @JCStressTest
  @State
  @Outcome(id = "1, [01]", expect = ACCEPTABLE, desc = "ready at once")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the wake-up was lost")
  @Outcome(expect = FORBIDDEN)
  public static class NotifyOneAgainstPoll {
    private final Notify notify = new Notify();
    private final Future<@Nullable Void> notified = notify.notified();
    private final ByHand task = new ByHand();

    @Actor
    public void notifyOne() {
      notify.notifyOne();
    }

    @Actor
    public void poll(II_Result r) {
      r.r1 = task.poll(notified);
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r2 = task.wakes();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "1, [01]", expect = ACCEPTABLE, desc = "ready at once")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the wake-up was lost")
  @Outcome(expect = FORBIDDEN)
  public static class NotifyWaitersAgainstPoll {
    private final Notify notify = new Notify();
    private final Future<@Nullable Void> notified = notify.notified();
    private final ByHand task = new ByHand();

    @Actor
    public void notifyWaiters() {
      notify.notifyWaiters();
    }

    @Actor
    public void poll(II_Result r) {
      r.r1 = task.poll(notified);
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r2 = task.wakes();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the second in line is notified")
  @Outcome(expect = FORBIDDEN, desc = "the notification is gone with the first in line")
  public static class NotifyOneAgainstCloseOfWaiter {
    private final Notify notify = new Notify();
    private final Future<@Nullable Void> first = notify.notified();
    private final Future<@Nullable Void> second = notify.notified();
    private final ByHand task = new ByHand();

    public NotifyOneAgainstCloseOfWaiter() {
      new ByHand().poll(first);
      task.poll(second);
    }

    @Actor
    public void notifyOne() {
      notify.notifyOne();
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
}
