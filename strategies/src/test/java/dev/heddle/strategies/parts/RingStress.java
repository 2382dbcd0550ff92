package dev.heddle.strategies.parts;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.heddle.runtime.Task;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * The owner of a ring against a thief. Tasks are numbered; results are the numbers each of the two
 * has got, in order, and what is left: together every number once.
 */
public class RingStress {

  /** A ring that holds 1, 2, ... and a thief's empty one. */
  abstract static class Race {
    final Ring ring;
    final Ring thief = new Ring(4, true);

    Race(int capacity, int tasks) {
      // Starts just before 2^32, so that the indices wrap within the race.
      ring = new Ring(capacity, true, -1);
      for (int i = 1; i <= tasks; i++) {
        ring.push(new Numbered(i));
      }
    }

    /** What the thief gets: the older ones in its ring, then the one in hand. */
    String steal() {
      Task<?> inHand = ring.steal(thief);
      return drain(thief) + number(inHand);
    }
  }

  static String number(@Nullable Task<?> task) {
    Integer number = Numbered.of(task);
    return number == null ? "" : number.toString();
  }

  static String drain(Ring ring) {
    StringBuilder numbers = new StringBuilder();
    for (Task<?> task = ring.pop(); task != null; task = ring.pop()) {
      numbers.append(number(task));
    }
    return numbers.toString();
  }

  @JCStressTest
  @State
  @Outcome(id = "1, , ", expect = ACCEPTABLE, desc = "the owner was first")
  @Outcome(id = ", 1, ", expect = ACCEPTABLE, desc = "the thief was first")
  @Outcome(expect = FORBIDDEN)
  public static class PopAgainstStealOfTheLast extends Race {
    public PopAgainstStealOfTheLast() {
      super(4, 1);
    }

    @Actor
    public void pop(LLL_Result r) {
      r.r1 = number(ring.pop());
    }

    @Actor
    public void steal(LLL_Result r) {
      r.r2 = steal();
    }

    @Arbiter
    public void settle(LLL_Result r) {
      r.r3 = drain(ring);
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "1, 2, ", expect = ACCEPTABLE, desc = "the owner was first")
  @Outcome(id = "2, 1, ", expect = ACCEPTABLE, desc = "the thief was first")
  @Outcome(expect = FORBIDDEN)
  public static class PopAgainstStealOfTwo extends Race {
    public PopAgainstStealOfTwo() {
      super(4, 2);
    }

    @Actor
    public void pop(LLL_Result r) {
      r.r1 = number(ring.pop());
    }

    @Actor
    public void steal(LLL_Result r) {
      r.r2 = steal();
    }

    @Arbiter
    public void settle(LLL_Result r) {
      r.r3 = drain(ring);
    }
  }

  /** Into an empty ring, so that the thief goes for the very task that is being pushed. */
  @JCStressTest
  @State
  @Outcome(id = ", , 12", expect = ACCEPTABLE, desc = "nothing was there yet")
  @Outcome(id = ", 1, 2", expect = ACCEPTABLE, desc = "one or two were there")
  @Outcome(expect = FORBIDDEN)
  public static class PushAgainstSteal extends Race {
    private final Numbered one = new Numbered(1);
    private final Numbered two = new Numbered(2);

    public PushAgainstSteal() {
      super(4, 0);
    }

    @Actor
    public void push(LLL_Result r) {
      ring.push(one);
      ring.push(two);
      r.r1 = "";
    }

    @Actor
    public void steal(LLL_Result r) {
      r.r2 = steal();
    }

    @Arbiter
    public void settle(LLL_Result r) {
      r.r3 = drain(ring);
    }
  }

  /** A slot is not written again before the thief has copied it. */
  @JCStressTest
  @State
  @Outcome(id = "full, 1, 2", expect = ACCEPTABLE, desc = "no room yet")
  @Outcome(id = "pushed, 1, 23", expect = ACCEPTABLE, desc = "into the room the thief made")
  @Outcome(expect = FORBIDDEN)
  public static class PushIntoAFullRingAgainstSteal extends Race {
    public PushIntoAFullRingAgainstSteal() {
      super(2, 2);
    }

    @Actor
    public void push(LLL_Result r) {
      r.r1 = ring.push(new Numbered(3)) == 0 ? "full" : "pushed";
    }

    @Actor
    public void steal(LLL_Result r) {
      r.r2 = steal();
    }

    @Arbiter
    public void settle(LLL_Result r) {
      r.r3 = drain(ring);
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "12, 3, 4", expect = ACCEPTABLE, desc = "the owner was first")
  @Outcome(id = ", 12, 34", expect = ACCEPTABLE, desc = "the thief was at work")
  @Outcome(id = "34, 12, ", expect = ACCEPTABLE, desc = "the thief was done")
  @Outcome(expect = FORBIDDEN)
  public static class OverflowAgainstSteal extends Race {
    public OverflowAgainstSteal() {
      super(4, 4);
    }

    @Actor
    public void takeHalf(LLL_Result r) {
      StringBuilder numbers = new StringBuilder();
      Numbered.of(ring.takeHalf()).forEach(numbers::append);
      r.r1 = numbers.toString();
    }

    @Actor
    public void steal(LLL_Result r) {
      r.r2 = steal();
    }

    @Arbiter
    public void settle(LLL_Result r) {
      r.r3 = drain(ring);
    }
  }

  /** Two thieves: one of them goes away empty, or both are served one after the other. */
  @JCStressTest
  @State
  @Outcome(id = "12, , 34", expect = ACCEPTABLE, desc = "the other went away")
  @Outcome(id = ", 12, 34", expect = ACCEPTABLE, desc = "the other went away")
  @Outcome(id = "12, 3, 4", expect = ACCEPTABLE, desc = "one after the other")
  @Outcome(id = "3, 12, 4", expect = ACCEPTABLE, desc = "one after the other")
  @Outcome(expect = FORBIDDEN)
  public static class StealAgainstSteal extends Race {
    private final Ring second = new Ring(4, true);

    public StealAgainstSteal() {
      super(4, 4);
    }

    @Actor
    public void steal(LLL_Result r) {
      r.r1 = steal();
    }

    @Actor
    public void stealToo(LLL_Result r) {
      Task<?> inHand = ring.steal(second);
      r.r2 = drain(second) + number(inHand);
    }

    @Arbiter
    public void settle(LLL_Result r) {
      r.r3 = drain(ring);
    }
  }
}
