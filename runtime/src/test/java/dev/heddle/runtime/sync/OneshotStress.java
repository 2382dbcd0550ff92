package dev.heddle.runtime.sync;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.FakeContext;
import dev.heddle.runtime.Poll;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LII_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

public class OneshotStress {

  private static Context waking(AtomicInteger count) {
    return new FakeContext(count::incrementAndGet);
  }

  @JCStressTest
  @State
  @Outcome(id = "READY, 7, 0", expect = ACCEPTABLE, desc = "received at once")
  @Outcome(id = "PENDING, 0, 1", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "PENDING, 0, 0", expect = FORBIDDEN, desc = "the wake-up was lost")
  @Outcome(expect = FORBIDDEN)
  public static class SendAgainstPoll {
    private final Oneshot<Integer> oneshot = new Oneshot<>();
    private final AtomicInteger woken = new AtomicInteger();
    private final Context receiver = waking(woken);

    @Actor
    public void send() {
      oneshot.send(7);
    }

    @Actor
    public void poll(LII_Result r) {
      r.r1 = oneshot.poll(receiver);
      r.r2 = r.r1 == Poll.READY ? oneshot.value() : 0;
    }

    @Arbiter
    public void settle(LII_Result r) {
      r.r3 = woken.get();
    }
  }

  /** A receiver that waits is polled with another waker: only the new one must be woken. */
  @JCStressTest
  @State
  @Outcome(id = "READY, 7, [01]", expect = ACCEPTABLE, desc = "received at once")
  @Outcome(id = "PENDING, 0, 1", expect = ACCEPTABLE, desc = "the new waker was woken")
  @Outcome(id = "PENDING, 0, 0", expect = FORBIDDEN, desc = "only the old waker was woken")
  @Outcome(expect = FORBIDDEN)
  public static class SendAgainstChangeOfWaker {
    private final Oneshot<Integer> oneshot = new Oneshot<>();
    private final AtomicInteger woken = new AtomicInteger();
    private final Context receiver = waking(woken);

    public SendAgainstChangeOfWaker() {
      oneshot.poll(waking(new AtomicInteger()));
    }

    @Actor
    public void send() {
      oneshot.send(7);
    }

    @Actor
    public void poll(LII_Result r) {
      r.r1 = oneshot.poll(receiver);
      r.r2 = r.r1 == Poll.READY ? oneshot.value() : 0;
    }

    @Arbiter
    public void settle(LII_Result r) {
      r.r3 = woken.get();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "true, 7", expect = ACCEPTABLE, desc = "sent before the receiver closed")
  @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "refused")
  @Outcome(expect = FORBIDDEN)
  public static class SendAgainstClose {
    private final Oneshot<Integer> oneshot = new Oneshot<>();

    @Actor
    public void send(ZI_Result r) {
      r.r1 = oneshot.send(7);
    }

    @Actor
    public void close() {
      oneshot.close();
    }

    @Arbiter
    public void settle(ZI_Result r) {
      try {
        r.r2 = oneshot.value();
      } catch (IllegalStateException nothing) {
        r.r2 = 0;
      }
    }
  }
}
