package dev.heddle.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LI_Result;

/** A joiner registers while the task finishes: it is told of it by one way or the other. */
public class JoinStress {

  /** One joiner among none, or behind another one. */
  abstract static class Race {
    final StressedTask task = StressedTask.ready();
    final AtomicInteger woken = new AtomicInteger();
    final Context joiner = new FakeContext(woken::incrementAndGet);
  }

  @JCStressTest
  @State
  @Outcome(id = "READY, [01]", expect = ACCEPTABLE, desc = "saw that it was finished")
  @Outcome(id = "PENDING, 1", expect = ACCEPTABLE, desc = "was woken")
  @Outcome(id = "PENDING, 0", expect = FORBIDDEN, desc = "waits for ever")
  @Outcome(expect = FORBIDDEN)
  public static class FirstJoiner extends Race {
    @Actor
    public void finish() {
      task.takeAndPoll();
    }

    @Actor
    public void join(LI_Result r) {
      r.r1 = task.pollJoin(joiner);
    }

    @Arbiter
    public void settle(LI_Result r) {
      r.r2 = woken.get();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "READY, [12]", expect = ACCEPTABLE, desc = "saw that it was finished")
  @Outcome(id = "PENDING, 2", expect = ACCEPTABLE, desc = "was woken, as the one before")
  @Outcome(id = "PENDING, 1", expect = FORBIDDEN, desc = "one of the two waits for ever")
  @Outcome(expect = FORBIDDEN)
  public static class SecondJoiner extends Race {
    public SecondJoiner() {
      task.pollJoin(new FakeContext(woken::incrementAndGet));
    }

    @Actor
    public void finish() {
      task.takeAndPoll();
    }

    @Actor
    public void join(LI_Result r) {
      r.r1 = task.pollJoin(joiner);
    }

    @Arbiter
    public void settle(LI_Result r) {
      r.r2 = woken.get();
    }
  }
}
