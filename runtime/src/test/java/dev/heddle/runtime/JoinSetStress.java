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

/** Two tasks of a set finish while it is joined: whoever waits is woken, and none is lost. */
@JCStressTest
@State
@Outcome(id = "READY, [012], 2", expect = ACCEPTABLE, desc = "joined one, and the other later")
@Outcome(id = "PENDING, 1, 2", expect = ACCEPTABLE, desc = "waited, and was woken once for both")
@Outcome(id = "PENDING, 0, 2", expect = FORBIDDEN, desc = "waits for ever")
@Outcome(expect = FORBIDDEN, desc = "one was lost, or joined twice")
public class JoinSetStress {
  private static final HeddleRuntime RUNTIME = HandDriven.runtime(task -> {});

  private final JoinSet<String> set = new JoinSet<>(RUNTIME);
  private final Scripted one = new Scripted("one", (self, context) -> self.done("one"));
  private final Scripted other = new Scripted("other", (self, context) -> self.done("other"));
  private final Worker first = new Worker(RUNTIME, 0, null, 1);
  private final Worker second = new Worker(RUNTIME, 1, null, 1);
  private final AtomicInteger woken = new AtomicInteger();
  private final Context joiner = new FakeContext(woken::incrementAndGet);

  /** Called by jcstress. */
  public JoinSetStress() {
    set.spawn(one);
    set.spawn(other);
  }

  /** One worker. */
  @Actor
  public void finishOne() {
    first.run(one);
  }

  /** The other worker. */
  @Actor
  public void finishOther() {
    second.run(other);
  }

  /** Whoever joins. */
  @Actor
  public void join(LII_Result r) {
    r.r1 = pollNext();
  }

  private Poll pollNext() {
    try {
      return set.joinNext().poll(joiner);
    } catch (Exception thrown) {
      throw new AssertionError(thrown);
    }
  }

  /** Joins the rest; a ready join has taken one out. */
  @Arbiter
  public void settle(LII_Result r) {
    r.r2 = woken.get();
    int joined = 2 - set.size();
    while (set.size() > 0 && pollNext() == Poll.READY) {
      joined++;
    }
    r.r3 = joined;
  }
}
