package dev.heddle.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LII_Result;

/** Tasks of a set finish while it is joined: whoever waits is woken, and none is lost. */
public class JoinSetStress {
  private static final HeddleRuntime RUNTIME = HandDriven.runtime(task -> {});

  /** Two tasks, each on a worker of its own. */
  abstract static class Race {
    final JoinSet<String> set = new JoinSet<>(RUNTIME);
    final Scripted one = new Scripted("one", (self, context) -> self.done("one"));
    final Scripted other = new Scripted("other", (self, context) -> self.done("other"));
    final Worker first = new Worker(RUNTIME, 0, null, 1);
    final Worker second = new Worker(RUNTIME, 1, null, 1);
    final AtomicInteger woken = new AtomicInteger();
    private final Context joiner = new FakeContext(woken::incrementAndGet);

    Race() {
      set.spawn(one);
      set.spawn(other);
    }

    final Poll pollNext() {
      try {
        return set.joinNext().poll(joiner);
      } catch (Exception thrown) {
        throw new AssertionError(thrown);
      }
    }

    /** Joins what is left. Returns how many were joined, with those that left the set before. */
    final int joinRest() {
      int joined = 2 - set.size();
      while (set.size() > 0 && pollNext() == Poll.READY) {
        joined++;
      }
      return joined;
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "READY, [012], 2", expect = ACCEPTABLE, desc = "joined one, and the other later")
  @Outcome(id = "PENDING, 1, 2", expect = ACCEPTABLE, desc = "waited, and was woken once for both")
  @Outcome(id = "PENDING, 0, 2", expect = FORBIDDEN, desc = "waits for ever")
  @Outcome(expect = FORBIDDEN, desc = "one was lost, or joined twice")
  public static class FinishAgainstJoin extends Race {
    @Actor
    public void finish() {
      first.run(one);
      first.run(other);
    }

    @Actor
    public void join(LII_Result r) {
      r.r1 = pollNext();
    }

    @Arbiter
    public void settle(LII_Result r) {
      r.r2 = woken.get();
      r.r3 = joinRest();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "PENDING, 1, 2", expect = ACCEPTABLE, desc = "woken once for both")
  @Outcome(expect = FORBIDDEN, desc = "one was lost, or nobody was woken")
  public static class FinishAgainstFinish extends Race {
    private final Poll waits = pollNext();

    @Actor
    public void finishOne() {
      first.run(one);
    }

    @Actor
    public void finishOther() {
      second.run(other);
    }

    @Arbiter
    public void settle(LII_Result r) {
      r.r1 = waits;
      r.r2 = woken.get();
      r.r3 = joinRest();
    }
  }
}
