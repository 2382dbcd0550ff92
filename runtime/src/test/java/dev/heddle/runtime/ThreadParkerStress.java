package dev.heddle.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

public class ThreadParkerStress {
  /** Long enough that only a lost unpark reaches it. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  @JCStressTest
  @State
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "unparked, and sees why")
  @Outcome(id = "0", expect = FORBIDDEN, desc = "the unpark, or what came before it, was lost")
  public static class ParkAgainstUnpark {
    /** Published by the actor that parks, as it has to name its thread. */
    private volatile @Nullable ThreadParker parker;

    private int reason;

    @Actor
    public void park(I_Result r) {
      ThreadParker mine = new ThreadParker(Thread.currentThread());
      parker = mine;
      mine.park(System.nanoTime() + LIMIT.toNanos());
      r.r1 = reason;
    }

    @Actor
    public void unpark() {
      ThreadParker theirs = parker;
      while (theirs == null) {
        Thread.onSpinWait();
        theirs = parker;
      }
      reason = 1;
      theirs.unpark();
    }
  }
}
