package dev.heddle.strategies.parts;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.heddle.runtime.Task;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** The owner of a block queue against a thief: what each has got, in order, and what is left. */
public class BlockStress {

  /** A queue that holds 1, 2, ... in blocks of two, and a thief's empty one. */
  abstract static class Race {
    final BlockQueue queue;
    final BlockQueue thief = new BlockQueue(4, 2, 2);

    Race(int capacity, int blockSize, int tasks) {
      // Starts just before 2^32, so that the numbers of the blocks wrap within the race.
      queue = new BlockQueue(capacity, blockSize, blockSize, -1);
      for (int i = 1; i <= tasks; i++) {
        queue.push(new Numbered(i));
      }
    }

    String steal() {
      return RingStress.number(queue.steal(thief)) + drain(thief);
    }
  }

  static String drain(BlockQueue queue) {
    StringBuilder numbers = new StringBuilder();
    for (Task<?> task = queue.pop(); task != null; task = queue.pop()) {
      numbers.append(RingStress.number(task));
    }
    return numbers.toString();
  }

  /** The owner closes the very block that the thief claims. */
  @JCStressTest
  @State
  @Outcome(id = "1, , 2", expect = ACCEPTABLE, desc = "the owner was first")
  @Outcome(id = ", 12, ", expect = ACCEPTABLE, desc = "the thief was first")
  @Outcome(expect = FORBIDDEN)
  public static class PopAgainstSteal extends Race {
    public PopAgainstSteal() {
      super(4, 2, 2);
    }

    @Actor
    public void pop(LLL_Result r) {
      r.r1 = RingStress.number(queue.pop());
    }

    @Actor
    public void steal(LLL_Result r) {
      r.r2 = steal();
    }

    @Arbiter
    public void settle(LLL_Result r) {
      r.r3 = drain(queue);
    }
  }

  /** Into an empty block, so that the thief goes for the very task that is being pushed. */
  @JCStressTest
  @State
  @Outcome(id = ", , 12", expect = ACCEPTABLE, desc = "nothing was there yet")
  @Outcome(id = ", 1, 2", expect = ACCEPTABLE, desc = "one was there")
  @Outcome(id = ", 12, ", expect = ACCEPTABLE, desc = "both were there")
  @Outcome(expect = FORBIDDEN)
  public static class PushAgainstSteal extends Race {
    private final Numbered one = new Numbered(1);
    private final Numbered two = new Numbered(2);

    public PushAgainstSteal() {
      super(4, 2, 0);
    }

    @Actor
    public void push(LLL_Result r) {
      queue.push(one);
      queue.push(two);
      r.r1 = "";
    }

    @Actor
    public void steal(LLL_Result r) {
      r.r2 = steal();
    }

    @Arbiter
    public void settle(LLL_Result r) {
      r.r3 = drain(queue);
    }
  }

  /** A block is not begun again before the thief that took from it has copied. */
  @JCStressTest
  @State
  @Outcome(id = "1, pushed, 2, 3", expect = ACCEPTABLE, desc = "the owner had the first")
  @Outcome(id = "2, pushed, 1, 3", expect = ACCEPTABLE, desc = "the thief was done with it")
  @Outcome(id = "2, full, 1, ", expect = ACCEPTABLE, desc = "the thief was at work")
  @Outcome(expect = FORBIDDEN)
  public static class NewBlockAgainstSteal extends Race {
    public NewBlockAgainstSteal() {
      super(2, 1, 2);
    }

    @Actor
    public void popAndPush(LLLL_Result r) {
      r.r1 = RingStress.number(queue.pop());
      r.r2 = queue.push(new Numbered(3)) == 0 ? "full" : "pushed";
    }

    @Actor
    public void steal(LLLL_Result r) {
      // One is all that a block holds, whatever the thief may take.
      r.r3 = steal();
    }

    @Arbiter
    public void settle(LLLL_Result r) {
      r.r4 = drain(queue);
    }
  }

  /** Two thieves of one block. */
  @JCStressTest
  @State
  @Outcome(id = "12, , ", expect = ACCEPTABLE, desc = "the other came too late")
  @Outcome(id = ", 12, ", expect = ACCEPTABLE, desc = "the other came too late")
  @Outcome(expect = FORBIDDEN)
  public static class StealAgainstSteal extends Race {
    private final BlockQueue second = new BlockQueue(4, 2, 2);

    public StealAgainstSteal() {
      super(4, 2, 2);
    }

    @Actor
    public void steal(LLL_Result r) {
      r.r1 = steal();
    }

    @Actor
    public void stealToo(LLL_Result r) {
      r.r2 = RingStress.number(queue.steal(second)) + drain(second);
    }

    @Arbiter
    public void settle(LLL_Result r) {
      r.r3 = drain(queue);
    }
  }
}
