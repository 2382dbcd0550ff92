package dev.heddle.strategies.parts;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.heddle.runtime.Task;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The injection queue: what each side has got, and what is left, in order. */
public class InjectionStress {

  static String drain(InjectionQueue queue) {
    StringBuilder numbers = new StringBuilder();
    for (Task<?> task = queue.poll(); task != null; task = queue.poll()) {
      numbers.append(Numbered.of(task));
    }
    return numbers.toString();
  }

  @JCStressTest
  @State
  @Outcome(id = "1, 234", expect = ACCEPTABLE, desc = "in order, whoever was first")
  @Outcome(expect = FORBIDDEN)
  public static class PushAgainstPoll {
    private final InjectionQueue queue = new InjectionQueue(1);

    public PushAgainstPoll() {
      queue.push(new Numbered(1));
    }

    @Actor
    public void push() {
      Chain chain = new Chain();
      chain.add(new Numbered(2));
      chain.add(new Numbered(3));
      queue.push(chain);
      queue.push(new Numbered(4));
    }

    @Actor
    public void poll(LL_Result r) {
      r.r1 = RingStress.number(queue.poll());
    }

    @Arbiter
    public void settle(LL_Result r) {
      r.r2 = drain(queue);
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "1, 2, ", expect = ACCEPTABLE, desc = "one after the other")
  @Outcome(id = "2, 1, ", expect = ACCEPTABLE, desc = "one after the other")
  @Outcome(id = "1, , 2", expect = ACCEPTABLE, desc = "the other went away")
  @Outcome(id = ", 1, 2", expect = ACCEPTABLE, desc = "the other went away")
  @Outcome(expect = FORBIDDEN)
  public static class PollAgainstPoll {
    private final InjectionQueue queue = new InjectionQueue(1);

    public PollAgainstPoll() {
      queue.push(new Numbered(1));
      queue.push(new Numbered(2));
    }

    @Actor
    public void poll(LLL_Result r) {
      r.r1 = RingStress.number(queue.poll());
    }

    @Actor
    public void pollToo(LLL_Result r) {
      r.r2 = RingStress.number(queue.poll());
    }

    @Arbiter
    public void settle(LLL_Result r) {
      r.r3 = drain(queue);
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "true, false, (12|21)", expect = ACCEPTABLE, desc = "the first one asks")
  @Outcome(id = "false, true, (12|21)", expect = ACCEPTABLE, desc = "the first one asks")
  @Outcome(expect = FORBIDDEN)
  public static class PushAgainstPush {
    private final InjectionQueue queue = new InjectionQueue(1);

    @Actor
    public void push(LLL_Result r) {
      r.r1 = queue.push(new Numbered(1));
    }

    @Actor
    public void pushToo(LLL_Result r) {
      r.r2 = queue.push(new Numbered(2));
    }

    @Arbiter
    public void settle(LLL_Result r) {
      r.r3 = drain(queue);
    }
  }
}
