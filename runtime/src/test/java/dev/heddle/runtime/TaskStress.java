package dev.heddle.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Races on one task's state. The first result is always: it was never in two queues at once. */
public class TaskStress {

  @JCStressTest
  @State
  @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "polled again and ready")
  @Outcome(id = "true, 0", expect = FORBIDDEN, desc = "the wake-up was lost")
  @Outcome(expect = FORBIDDEN)
  public static class WakeAgainstPoll {
    private final StressedTask task = StressedTask.receiver();

    @Actor
    public void poll() {
      task.takeAndPoll();
    }

    @Actor
    public void wake() {
      task.sent = 1;
      task.wake();
    }

    @Arbiter
    public void settle(ZI_Result r) {
      r.r1 = task.runOn();
      r.r2 = task.outcome();
    }
  }

  /** The poll that takes an earlier wake-up back must still see what the later waker wrote. */
  @JCStressTest
  @State
  @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "polled again and ready")
  @Outcome(id = "true, 0", expect = FORBIDDEN, desc = "the wake-up was lost")
  @Outcome(expect = FORBIDDEN)
  public static class WakeAgainstPollOfAWokenTask {
    private final StressedTask task = StressedTask.receiver();

    public WakeAgainstPollOfAWokenTask() {
      task.wake();
    }

    @Actor
    public void poll() {
      task.takeAndPoll();
    }

    @Actor
    public void wake() {
      task.sent = 1;
      task.wake();
    }

    @Arbiter
    public void settle(ZI_Result r) {
      r.r1 = task.runOn();
      r.r2 = task.outcome();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "one queued it")
  @Outcome(expect = FORBIDDEN)
  public static class WakeAgainstWake {
    private final StressedTask task = StressedTask.receiver();

    public WakeAgainstWake() {
      task.takeAndPoll(); // waits from here on
      task.sent = 1;
    }

    @Actor
    public void wake() {
      task.wake();
    }

    @Actor
    public void wakeToo() {
      task.wake();
    }

    @Arbiter
    public void settle(ZI_Result r) {
      r.r1 = task.runOn();
      r.r2 = task.outcome();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "true, 1, 1", expect = ACCEPTABLE, desc = "ready, closed once")
  @Outcome(expect = FORBIDDEN)
  public static class WakeAgainstComplete {
    private final StressedTask task = StressedTask.ready();

    @Actor
    public void poll() {
      task.takeAndPoll();
    }

    @Actor
    public void wake() {
      task.wake();
    }

    @Arbiter
    public void settle(ZII_Result r) {
      r.r1 = task.runOn();
      r.r2 = task.outcome();
      r.r3 = task.closes();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "true, 1, 1", expect = ACCEPTABLE, desc = "ready before the abort acted")
  @Outcome(id = "true, 2, 1", expect = ACCEPTABLE, desc = "cancelled before its poll")
  @Outcome(expect = FORBIDDEN)
  public static class AbortAgainstComplete {
    private final StressedTask task = StressedTask.ready();

    @Actor
    public void poll() {
      task.takeAndPoll();
    }

    @Actor
    public void abort() {
      task.abort();
    }

    @Arbiter
    public void settle(ZII_Result r) {
      r.r1 = task.runOn();
      r.r2 = task.outcome();
      r.r3 = task.closes();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "true, 2, 1", expect = ACCEPTABLE, desc = "cancelled, closed once")
  @Outcome(id = "true, 0, 0", expect = FORBIDDEN, desc = "the abort was lost")
  @Outcome(expect = FORBIDDEN)
  public static class AbortAgainstSuspend {
    private final StressedTask task = StressedTask.receiver();

    @Actor
    public void poll() {
      task.takeAndPoll();
    }

    @Actor
    public void abort() {
      task.abort();
    }

    @Arbiter
    public void settle(ZII_Result r) {
      r.r1 = task.runOn();
      r.r2 = task.outcome();
      r.r3 = task.closes();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "true, 2, 1", expect = ACCEPTABLE, desc = "one queued it, it was cancelled")
  @Outcome(expect = FORBIDDEN)
  public static class AbortAgainstWake {
    private final StressedTask task = StressedTask.receiver();

    public AbortAgainstWake() {
      task.takeAndPoll(); // waits from here on
    }

    @Actor
    public void wake() {
      task.wake();
    }

    @Actor
    public void abort() {
      task.abort();
    }

    @Arbiter
    public void settle(ZII_Result r) {
      r.r1 = task.runOn();
      r.r2 = task.outcome();
      r.r3 = task.closes();
    }
  }
}
