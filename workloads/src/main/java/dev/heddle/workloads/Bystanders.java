package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import dev.heddle.runtime.Task;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that sleep for {@value #SLEEP_MICROS} us, again and again, beside others that may be in
 * their way, and keep how late they wake. For one thread; the tasks run on any.
 */
final class Bystanders {
  static final int COUNT = 16;
  static final int SLEEP_MICROS = 2_000;
  private static final double PERCENTILE = 99;
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Check check;
  private final Bystander[] all = new Bystander[COUNT];
  private final AtomicInteger ended = new AtomicInteger();
  private volatile boolean over;

  private Bystanders(Check check) {
    this.check = check;
  }

  /** Spawns them. */
  static Bystanders start(HeddleRuntime runtime, Check check) {
    Bystanders bystanders = new Bystanders(check);
    for (int i = 0; i < COUNT; i++) {
      bystanders.all[i] = new Bystander(bystanders);
      runtime.spawn(bystanders.all[i]);
    }
    return bystanders;
  }

  /**
   * Waits until all have ended, each after its present sleep.
   *
   * @throws WorkloadFailure if that takes too long
   */
  void end() throws InterruptedException {
    over = true;
    check.await(COUNT, "bystanders that end", ended::get);
  }

  /** Passes on how late each wake-up was, in ns; returns the 99th percentile, in us. */
  double gauge(LongConsumer each) {
    Histogram late = new Histogram(SIGNIFICANT_DIGITS);
    for (Bystander bystander : all) {
      late.add(bystander.late);
      bystander
          .late
          .recordedValues()
          .forEach(value -> {
            for (long i = 0; i < value.getCountAtValueIteratedTo(); i++) {
              each.accept(value.getValueIteratedTo());
            }
          });
    }
    return late.getValueAtPercentile(PERCENTILE) / 1e3;
  }

  private static final class Bystander extends Task<@Nullable Void> {
    private final Bystanders bystanders;
    private final Histogram late = new Histogram(SIGNIFICANT_DIGITS);
    private @Nullable Sleep sleep;
    private long deadlineNanos;
    private boolean finished;

    Bystander(Bystanders bystanders) {
      this.bystanders = bystanders;
    }

    @Override
    public Poll poll(Context context) {
      if (finished) {
        bystanders.check.failDoubled();
        return ready(null);
      }
      while (true) {
        Sleep sleeping = sleep;
        if (sleeping == null) {
          deadlineNanos = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(SLEEP_MICROS);
          sleeping = Futures.sleepUntil(deadlineNanos);
          sleep = sleeping;
        }
        if (sleeping.poll(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        late.recordValue(Math.max(0, System.nanoTime() - deadlineNanos));
        sleep = null;
        if (bystanders.over) {
          finished = true;
          if (bystanders.ended.incrementAndGet() == COUNT) {
            bystanders.check.finish();
          }
          return ready(null);
        }
      }
    }
  }
}
