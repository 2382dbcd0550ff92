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

  /** Two joiners come at the same time, then the task finishes. */
  @JCStressTest
  @State
  @Outcome(id = "PENDING, 2", expect = ACCEPTABLE, desc = "both were woken")
  @Outcome(id = "PENDING, 1", expect = FORBIDDEN, desc = "one of the two waits for ever")
  @Outcome(expect = FORBIDDEN)
  public static class JoinerAgainstJoiner extends Race {
    @Actor
    public void join() {
      task.pollJoin(new FakeContext(woken::incrementAndGet));
    }

    @Actor
    public void joinToo(LI_Result r) {
      r.r1 = task.pollJoin(joiner);
    }

    @Arbiter
    public void settle(LI_Result r) {
      task.takeAndPoll();
      r.r2 = woken.get();
    }
  }

  /** The handle is let go while the task finishes: by one of the two its result is dropped. */
  @JCStressTest
  @State
  @Outcome(id = "dropped, 1", expect = ACCEPTABLE, desc = "nobody holds the result")
  @Outcome(id = "kept, 1", expect = FORBIDDEN, desc = "a result nobody can read stays in memory")
  @Outcome(expect = FORBIDDEN)
  public static class DetachAgainstComplete extends Race {
    @Actor
    public void finish() {
      task.takeAndPoll();
    }

    @Actor
    public void detach() {
      task.detach();
    }

    @Arbiter
    public void settle(LI_Result r) {
      r.r1 = task.holdsResult() ? "kept" : "dropped";
      r.r2 = task.closes();
    }
  }
}
