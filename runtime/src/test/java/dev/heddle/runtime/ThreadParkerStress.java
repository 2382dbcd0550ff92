package dev.heddle.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

public class ThreadParkerStress {
  /** Long enough that only a lost unpark reaches it. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final int MOST_SPINS = 20;

  @JCStressTest
  @State
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "unparked, and sees why")
  @Outcome(id = "0", expect = FORBIDDEN, desc = "what came before the unpark was lost")
  @Outcome(id = "-1", expect = FORBIDDEN, desc = "the unpark was lost")
  public static class ParkAgainstUnpark {
    /** Published by the actor that parks. */
    private volatile @Nullable ThreadParker parker;

    private int reason;

    @Actor
    public void park(I_Result r) {
      ThreadParker mine = new ThreadParker();
      parker = mine;
      // The other actor takes a while to see it: wait about as long, so that the two meet.
      for (int i = ThreadLocalRandom.current().nextInt(MOST_SPINS); i > 0; i--) {
        Thread.onSpinWait();
      }
      long deadline = System.nanoTime() + LIMIT.toNanos();
      mine.park(deadline);
      r.r1 = System.nanoTime() - deadline < 0 ? reason : -1;
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
