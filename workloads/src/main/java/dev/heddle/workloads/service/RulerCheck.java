package dev.heddle.workloads.service;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.workloads.Check;
import dev.heddle.workloads.RequestTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Holds the ruler of the open loop against services of which arithmetic says what they do, on the
 * real clock and with a real runtime of one worker: what a host adds of its own shows in the
 * difference. The same in virtual time, where nothing is added, is a test.
 *
 * <p>A task that only yields keeps the worker from parking. How long a host takes to wake a thread
 * is in the response times of any service that is idle at times, and in no closed form.
 */
public final class RulerCheck {
  private static final int BATCHES = 20;
  private static final int BATCH_MILLIS = 250;
  private static final long SERVICE_NANOS = 100_000;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double[] LOADS = {0.3, 0.5, 0.8};

  private static final double STALL_MILLIS = 10;
  private static final double STALL_EVERY_MILLIS = 200;
  private static final double STALL_PER_SECOND = 4_000;
  private static final long STALL_SERVICE_NANOS = 500;
  private static final double NANOS_PER_MILLI = 1e6;

  private final HeddleRuntime runtime;
  private final CpuWork work = CpuWork.calibrated();
  private final Check check = new Check("ruler", Check.defaultDeadline());

  /**
   * For one runtime.
   *
   * @param runtime with one worker, or what is expected is not what must come
   */
  public RulerCheck(HeddleRuntime runtime) {
    this.runtime = runtime;
  }

  /**
   * One quantity, in ns.
   *
   * @param setting under which it was measured
   * @param quantity what it is
   * @param expectedNanos what arithmetic says
   * @param measuredNanos what was measured, of all requests together
   * @param batchesNanos the same of each of several batches, which shows how sure that is
   */
  public record Line(
      String setting,
      String quantity,
      double expectedNanos,
      double measuredNanos,
      List<Double> batchesNanos) {
    /** Takes a copy of the list. */
    public Line {
      batchesNanos = List.copyOf(batchesNanos);
    }
  }

  private record Quantity(
      String name, double expectedNanos, ToDoubleFunction<RequestTimes> measured) {}

  /** Measures everything, in less than a minute; each line as soon as it is there. */
  public void run(Consumer<Line> lines) throws InterruptedException {
    JoinHandle<@Nullable Void> awake = runtime.spawn(new Yielding());
    try {
      measureAll(lines);
    } finally {
      awake.abort();
    }
  }

  private void measureAll(Consumer<Line> lines) throws InterruptedException {
    for (double load : LOADS) {
      queue("M/M/1", new ServiceTimes.Exponential(SERVICE_NANOS), load, lines);
    }
    for (double load : LOADS) {
      queue("M/D/1", new ServiceTimes.Constant(SERVICE_NANOS), load, lines);
    }
    stall(lines);
  }

  /** By Pollaczek and Khinchine; and the service times themselves. */
  private void queue(String name, ServiceTimes times, double load, Consumer<Line> lines)
      throws InterruptedException {
    double perNano = load / times.meanNanos();
    List<Quantity> quantities = new ArrayList<>();
    quantities.add(
        new Quantity(
            "mean response",
            times.meanNanos() + perNano * times.meanSquareNanos() / (2 * (1 - load)),
            answered -> answered.response().getMean()));
    quantities.add(
        new Quantity("mean service", times.meanNanos(), answered -> answered.service().getMean()));
    if (times instanceof ServiceTimes.Exponential exponential) {
      for (double q : new double[] {0.5, 0.9, 0.99}) {
        quantities.add(
            new Quantity(
                "service p" + Math.round(100 * q),
                -exponential.meanNanos() * Math.log(1 - q),
                answered -> answered.service().getValueAtPercentile(100 * q)));
      }
    }
    measure(
        "%s at %.0f %%, service %d us".formatted(name, 100 * load, SERVICE_NANOS / 1_000),
        times,
        perNano * NANOS_PER_SECOND,
        quantities,
        lines);
  }

  /**
   * The worker computes something else for a known time at known intervals, and is hardly busy
   * otherwise. Of the share of requests that come meanwhile each wait up to that time is as likely
   * as another.
   */
  private void stall(Consumer<Line> lines) throws InterruptedException {
    List<Quantity> quantities = new ArrayList<>();
    for (double q : new double[] {0.96, 0.97, 0.98, 0.99}) {
      quantities.add(
          new Quantity(
              "response p" + Math.round(100 * q),
              NANOS_PER_MILLI * (STALL_MILLIS - (1 - q) * STALL_EVERY_MILLIS),
              answered -> answered.response().getValueAtPercentile(100 * q)));
    }
    Stalling stalling = new Stalling();
    Thread thread = new Thread(stalling, "heddle-stalls");
    thread.setDaemon(true);
    thread.start();
    try {
      measure(
          "a stall of %.0f ms every %.0f ms".formatted(STALL_MILLIS, STALL_EVERY_MILLIS),
          new ServiceTimes.Constant(STALL_SERVICE_NANOS),
          STALL_PER_SECOND,
          quantities,
          lines);
    } finally {
      stalling.over = true;
      thread.join();
    }
  }

  private void measure(
      String setting,
      ServiceTimes times,
      double perSecond,
      List<Quantity> quantities,
      Consumer<Line> lines)
      throws InterruptedException {
    Mix mix = new Mix("ruler", List.of(new Endpoint("all", 1, times)));
    // A whole number of stalls' periods, so that each batch has as many.
    int batch = (int) (perSecond * batchMillis(perSecond) / 1e3);
    Requests requests = RequestSource.drawn(mix, false).at(perSecond, batch * (BATCHES + 2));
    List<RequestTimes> batches = new ArrayList<>();
    try (OpenLoop loop = OpenLoop.start(runtime, requests, work, endpoint -> false, check)) {
      loop.answered(batch, new Ruler(loop.endpoints())); // not compiled yet
      for (int i = 0; i < BATCHES; i++) {
        Ruler ruler = new Ruler(loop.endpoints());
        loop.answered(batch, ruler);
        batches.add(ruler.all());
      }
    }
    RequestTimes all = RequestTimes.none();
    batches.forEach(all::add);
    for (Quantity quantity : quantities) {
      lines.accept(
          new Line(
              setting,
              quantity.name,
              quantity.expectedNanos,
              quantity.measured.applyAsDouble(all),
              batches.stream()
                  .map(answered -> quantity.measured.applyAsDouble(answered))
                  .toList()));
    }
  }

  private static double batchMillis(double perSecond) {
    return perSecond == STALL_PER_SECOND ? 2 * STALL_EVERY_MILLIS : BATCH_MILLIS;
  }

  /** Has the worker stall, at times that do not depend on how long that takes. */
  private final class Stalling implements Runnable {
    private volatile boolean over;

    @Override
    public void run() {
      long next = System.nanoTime();
      while (!over) {
        next += (long) (STALL_EVERY_MILLIS * NANOS_PER_MILLI);
        for (long left; (left = next - System.nanoTime()) > 0; ) {
          LockSupport.parkNanos(this, left);
        }
        runtime.spawn(new Stall());
      }
    }
  }

  private static final class Yielding extends Task<@Nullable Void> {
    @Override
    public Poll poll(Context context) {
      return context.yieldNow();
    }
  }

  private static final class Stall extends Task<@Nullable Void> {
    @Override
    public Poll poll(Context context) {
      long until = System.nanoTime() + (long) (STALL_MILLIS * NANOS_PER_MILLI);
      while (System.nanoTime() - until < 0) {
        Thread.onSpinWait();
      }
      return ready(null);
    }
  }
}
