package dev.heddle.timers;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import dev.heddle.runtime.Task;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A task that does something else at each poll, by its seed: yields, wakes itself, asks another
 * thread to wake it, sleeps and has another thread move that, spawns another one; and ends with a
 * value or throws. Every wake-up it asks for comes exactly once, so that one that is lost leaves it
 * unfinished for ever.
 */
final class StormTask extends Task<Integer> {
  private static final int MOST_STEPS = 20;
  static final int MOST_SLEEP_NANOS = 100_000;

  private final Storm storm;
  private final SplittableRandom random;
  private final int children;
  private final AtomicBoolean polling = new AtomicBoolean();
  private final AtomicInteger closes = new AtomicInteger();
  private int stepsLeft;
  private @Nullable Sleep sleeping;

  /** Set by whoever wakes it, before that. */
  private volatile boolean answered;

  private boolean asked;

  /**
   * @param children how many it may spawn, they and theirs included
   */
  StormTask(Storm storm, long seed, int children) {
    this.storm = storm;
    this.children = children;
    random = new SplittableRandom(seed);
    stepsLeft = random.nextInt(MOST_STEPS);
  }

  int closes() {
    return closes.get();
  }

  /** The one answer to its one question. */
  void answer() {
    answered = true;
    wake();
  }

  @Override
  public Poll poll(Context context) throws Exception {
    if (polling.getAndSet(true)) {
      storm.violated("polled by two threads at once");
    }
    if (closes.get() != 0) {
      storm.violated("polled after it was closed");
    }
    try {
      return step(context);
    } finally {
      polling.set(false);
    }
  }

  private Poll step(Context context) throws Exception {
    if (asked) {
      if (!answered) {
        return Poll.PENDING; // woken for another reason
      }
      asked = false;
      answered = false;
    }
    Sleep sleep = sleeping;
    if (sleep != null) {
      if (sleep.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      sleep.close();
      sleeping = null;
    }
    if (stepsLeft-- <= 0) {
      if (random.nextInt(8) == 0) {
        throw new StormException();
      }
      return ready(1);
    }
    return switch (random.nextInt(5)) {
      case 0 -> context.yieldNow();
      case 1 -> wakeItself();
      case 2 -> askForAWakeUp();
      case 3 -> sleep(context);
      default -> spawnAnother(context);
    };
  }

  private Poll wakeItself() {
    wake();
    return Poll.PENDING;
  }

  private Poll askForAWakeUp() {
    asked = true;
    storm.ask(this);
    return Poll.PENDING;
  }

  private Poll sleep(Context context) throws Exception {
    Sleep begun = Futures.sleep(Duration.ofNanos(random.nextInt(MOST_SLEEP_NANOS)));
    sleeping = begun;
    if (begun.poll(context) == Poll.PENDING) {
      if (random.nextBoolean()) {
        storm.reset(begun);
      }
      return Poll.PENDING;
    }
    begun.close();
    sleeping = null;
    return context.yieldNow();
  }

  private Poll spawnAnother(Context context) {
    if (children > 0) {
      storm.spawn(random.nextLong(), children / 2);
    }
    return context.yieldNow();
  }

  @Override
  public void close() {
    if (closes.incrementAndGet() != 1) {
      storm.violated("closed twice");
    }
    Sleep sleep = sleeping;
    if (sleep != null) {
      sleep.close();
    }
  }

  /** How some of them end. */
  static final class StormException extends Exception {
    private static final long serialVersionUID = 1L;
  }
}
