package dev.heddle.strategies.parts;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.heddle.runtime.WorkerCounters;
import dev.heddle.runtime.spi.Distance;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.PolicyContext;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A worker goes to sleep while a task is queued: it sees the task, or it is woken. */
public class ParkingStress {

  /** A parked worker, a queue, and whether the worker was unparked. */
  abstract static class Race implements PolicyContext {
    final InjectionQueue queue = new InjectionQueue(1);
    final Idle idle = newIdle();
    volatile boolean unparked;

    Idle newIdle() {
      return new IdleWorkers(this);
    }

    @Override
    public int workers() {
      return 1;
    }

    @Override
    public void unpark(int worker) {
      unparked = true;
    }

    @Override
    public WorkerCounters counters(int worker) {
      throw new UnsupportedOperationException("nothing is counted here");
    }

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public Distance distance(int worker, int other) {
      return Distance.CORE;
    }

    @Override
    public Options options() {
      return Options.defaults();
    }

    boolean anyWork() {
      return !queue.isEmpty();
    }

    /** What a policy does in its last step before it parks; leaves again if it may not. */
    boolean park(boolean wasSearching) {
      if (idle.park(0, wasSearching, () -> false, this::anyWork)) {
        return true;
      }
      idle.unparked(0);
      return false;
    }

    void push(int number) {
      if (queue.push(new Numbered(number))) {
        idle.wakeOne();
      }
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "parked, and was woken")
  @Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "saw the task")
  @Outcome(id = "true, false", expect = FORBIDDEN, desc = "sleeps beside a task")
  @Outcome(expect = FORBIDDEN)
  public static class ParkAgainstPush extends Race {
    @Actor
    public void park(ZZ_Result r) {
      r.r1 = park(false);
    }

    @Actor
    public void push() {
      push(1);
    }

    @Arbiter
    public void settle(ZZ_Result r) {
      r.r2 = unparked;
    }
  }

  /**
   * The task is pushed onto another worker's ring, which is a plain release: nothing but the fence
   * of the idle check keeps its store in front of the look for parked workers.
   */
  @JCStressTest
  @State
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "parked, and was woken")
  @Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "saw the task")
  @Outcome(id = "true, false", expect = FORBIDDEN, desc = "sleeps beside a task")
  @Outcome(expect = FORBIDDEN)
  public static class ParkAgainstRingPush extends Race {
    private final Ring ring = new Ring(2, true);

    @Override
    boolean anyWork() {
      return ring.size() > 0;
    }

    @Actor
    public void park(ZZ_Result r) {
      r.r1 = park(false);
    }

    @Actor
    public void push() {
      ring.push(new Numbered(1));
      idle.wakeOne();
    }

    @Arbiter
    public void settle(ZZ_Result r) {
      r.r2 = unparked;
    }
  }

  /** A searcher that found nothing: whoever pushes relies on it until it has looked once more. */
  @JCStressTest
  @State
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "parked, and was woken")
  @Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "saw the task")
  @Outcome(id = "true, false", expect = FORBIDDEN, desc = "sleeps beside a task")
  @Outcome(expect = FORBIDDEN)
  public static class LastSearcherAgainstPush extends Race {
    public LastSearcherAgainstPush() {
      // Parked and chosen: a woken worker is a searcher.
      idle.park(0, false, () -> false, () -> false);
      idle.wakeOne();
      idle.unparked(0);
      unparked = false;
    }

    @Actor
    public void park(ZZ_Result r) {
      r.r1 = park(true);
    }

    @Actor
    public void push() {
      push(1);
    }

    @Arbiter
    public void settle(ZZ_Result r) {
      r.r2 = unparked;
    }
  }

  /**
   * A claim to wake that finds the worker gone must not make it sleep beside the next task. The
   * worker's actor plays that task's pusher too, at the worst moment: after its look at the queue.
   */
  @JCStressTest
  @State
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "parked, and was woken")
  @Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "saw the task")
  @Outcome(id = "true, false", expect = FORBIDDEN, desc = "sleeps beside a task")
  @Outcome(expect = FORBIDDEN)
  public static class ParkAgainstAClaimInVain extends Race {
    @Actor
    public void work(ZZ_Result r) {
      idle.park(0, false, () -> false, this::anyWork);
      boolean searching = idle.unparked(0); // at once, as if a timer were due
      while (queue.poll() != null) {
        if (searching) {
          searching = false;
          idle.found(this::anyWork);
        }
      }
      unparked = false;
      push(2);
      r.r1 = park(searching);
    }

    @Actor
    public void push() {
      push(1);
    }

    @Arbiter
    public void settle(ZZ_Result r) {
      r.r2 = unparked;
    }
  }

  /**
   * A worker that watches over few tasks and sees none gives up, while another one queues few and
   * relies on it.
   */
  @JCStressTest
  @State
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "saw the task, and was unparked too")
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "saw the task, and watches on")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "gave up, and was unparked")
  @Outcome(id = "false, false", expect = FORBIDDEN, desc = "nobody watches over a task")
  @Outcome(expect = FORBIDDEN)
  public static class StopWatchingAgainstFew extends Race {
    private final Ring ring = new Ring(2, true);

    public StopWatchingAgainstFew() {
      idle.park(0, false, () -> false, () -> false);
      idle.startWatching(0);
    }

    @Actor
    public void stopWatching(ZZ_Result r) {
      idle.stopWatching();
      r.r1 = ring.stealable() > 0;
    }

    @Actor
    public void push() {
      ring.push(new Numbered(1));
      idle.wakeForFew();
    }

    @Arbiter
    public void settle(ZZ_Result r) {
      r.r2 = unparked;
    }
  }

  /** As above, with Tokio's way of knowing who is parked. */
  @JCStressTest
  @State
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "saw the task, and was unparked too")
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "saw the task, and watches on")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "gave up, and was unparked")
  @Outcome(id = "false, false", expect = FORBIDDEN, desc = "nobody watches over a task")
  @Outcome(expect = FORBIDDEN)
  public static class TokioStopWatchingAgainstFew extends TokioRace {
    private final Ring ring = new Ring(2, true);

    public TokioStopWatchingAgainstFew() {
      idle.park(0, false, () -> false, () -> false);
      idle.startWatching(0);
    }

    @Actor
    public void stopWatching(ZZ_Result r) {
      idle.stopWatching();
      r.r1 = ring.stealable() > 0;
    }

    @Actor
    public void push() {
      ring.push(new Numbered(1));
      idle.wakeForFew();
    }

    @Arbiter
    public void settle(ZZ_Result r) {
      r.r2 = unparked;
    }
  }

  /** Tokio's way: a worker with work in the queue parks, and wakes itself. */
  abstract static class TokioRace extends Race {
    @Override
    Idle newIdle() {
      return new TokioIdle(this, 1);
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "parked, and was woken")
  @Outcome(id = "true, false", expect = FORBIDDEN, desc = "sleeps beside a task")
  @Outcome(expect = FORBIDDEN)
  public static class TokioParkAgainstPush extends TokioRace {
    @Actor
    public void park(ZZ_Result r) {
      r.r1 = park(false);
    }

    @Actor
    public void push() {
      push(1);
    }

    @Arbiter
    public void settle(ZZ_Result r) {
      r.r2 = unparked;
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "parked, and was woken")
  @Outcome(id = "true, false", expect = FORBIDDEN, desc = "sleeps beside a task")
  @Outcome(expect = FORBIDDEN)
  public static class TokioLastSearcherAgainstPush extends TokioRace {
    public TokioLastSearcherAgainstPush() {
      idle.startSearching();
    }

    @Actor
    public void park(ZZ_Result r) {
      r.r1 = park(true);
    }

    @Actor
    public void push() {
      push(1);
    }

    @Arbiter
    public void settle(ZZ_Result r) {
      r.r2 = unparked;
    }
  }
}
