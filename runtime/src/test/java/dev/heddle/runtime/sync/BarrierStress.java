package dev.heddle.runtime.sync;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.heddle.runtime.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

public class BarrierStress {

  @JCStressTest
  @State
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "both passed, one led, one was woken")
  @Outcome(expect = FORBIDDEN)
  public static class ArrivalAgainstArrival {
    private final Barrier barrier = new Barrier(2);
    private final Future<Boolean> one = barrier.await();
    private final Future<Boolean> other = barrier.await();
    private final ByHand first = new ByHand();
    private final ByHand second = new ByHand();
    private int ready1;
    private int ready2;

    @Actor
    public void arrive() {
      ready1 = first.poll(one);
    }

    @Actor
    public void arriveToo() {
      ready2 = second.poll(other);
    }

    @Arbiter
    public void settle(III_Result r) {
      r.r1 = ready1 + ready2;
      r.r2 = first.wakes() + second.wakes();
      r.r3 = (ready1 == 1 ? second.poll(other) : first.poll(one));
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "arrived, and then given up")
  @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "taken back: another one is needed")
  @Outcome(expect = FORBIDDEN)
  public static class LastArrivalAgainstCloseOfWaiter {
    private final Barrier barrier = new Barrier(2);
    private final Future<Boolean> waiting = barrier.await();
    private final Future<Boolean> last = barrier.await();
    private final ByHand first = new ByHand();
    private final ByHand second = new ByHand();

    public LastArrivalAgainstCloseOfWaiter() {
      first.poll(waiting);
    }

    @Actor
    public void arrive(III_Result r) {
      r.r1 = second.poll(last);
    }

    @Actor
    public void giveUp() {
      waiting.close();
    }

    @Arbiter
    public void settle(III_Result r) {
      r.r2 = first.wakes();
      r.r3 = new ByHand().poll(barrier.await()); // completes a round only if one waits still
    }
  }
}
