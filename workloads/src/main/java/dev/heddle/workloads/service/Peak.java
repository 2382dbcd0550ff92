package dev.heddle.workloads.service;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.workloads.Answers;
import dev.heddle.workloads.Check;

/**
 * How many requests a second a strategy can answer for good: its own peak, of which loads are
 * shares.
 *
 * <p>A rate is kept up if the answers to the last tenth of a window's requests are not later than
 * those to the first tenth by more than a hundredth of the window: a server that lacks a hundredth
 * of what is asked of it is later by that. A rate that is not kept up gets a second chance, since a
 * host may have had something else to do. The search first doubles the rate until one is not kept
 * up, then halves the gap {@value #HALVINGS} times, which mostly takes a dozen windows of {@value
 * #WINDOW_MILLIS} ms; so far the answer is known to a sixteenth of an octave: about 4 %. What was
 * kept up in the best of many short windows need not last. So the rate is held for {@value
 * #LASTING_MILLIS} ms, and lowered by that step until it is kept up so long, {@value #MOST_STEPS}
 * times at most. Requests are the same in each window and for each strategy, so what chance has
 * drawn is the same for all.
 */
final class Peak {
  private static final int HALVINGS = 4;
  private static final int WINDOW_MILLIS = 240;
  private static final int LASTING_MILLIS = 1_000;
  private static final int MOST_STEPS = 8;
  private static final double MOST_LATE_SHARE = 0.01;
  private static final int LEAST_REQUESTS = 200;
  private static final int CHANCES = 2;
  private static final int WARM_UP_MILLIS = 1_500;
  private static final double WARM_UP_SHARE = 0.5;
  private static final int MOST_DOUBLINGS = 8;

  /** Of what the work alone would allow: twice that can be kept up by none. */
  private static final double FIRST_SHARE = 0.6;

  /** What is wanted of each window is means, which the loop has. */
  private static final Answers UNHEARD = (endpoint, due, sentAt, begun, ended) -> {};

  private final HeddleRuntime runtime;
  private final RequestSource source;
  private final CpuWork work;
  private final Check check;

  Peak(HeddleRuntime runtime, RequestSource source, CpuWork work, Check check) {
    this.runtime = runtime;
    this.source = source;
    this.work = work;
    this.check = check;
  }

  /** The highest rate that was kept up, in requests a second. */
  double find() throws InterruptedException {
    int servers = Math.min(runtime.workers(), Runtime.getRuntime().availableProcessors());
    double ideal = servers * 1e9 / source.meanServiceNanos();
    warmUp(WARM_UP_SHARE * ideal);
    double found = lasting(search(FIRST_SHARE * ideal, this::isKeptUp), this::lasts);
    if (found == 0) {
      check.fail(
          "expected some rate of requests to be kept up, found that not even a thousandth of what the work allows was");
      check.verify(1, "rate that is kept up", 0);
    }
    return found;
  }

  /** Whether a rate, in requests a second, is kept up. */
  @FunctionalInterface
  interface Trial {
    boolean isKeptUp(double perSecond) throws InterruptedException;
  }

  /**
   * Searches.
   *
   * @param first the rate to begin at
   * @return the highest one that was kept up; 0 if none was
   */
  static double search(double first, Trial trial) throws InterruptedException {
    double rate = first;
    double kept = 0;
    for (int i = 0; kept == 0 && i < MOST_DOUBLINGS; i++) {
      if (trial.isKeptUp(rate)) {
        kept = rate;
      } else {
        rate /= 2;
      }
    }
    if (kept == 0) {
      return 0;
    }
    double ratio = 2;
    for (int i = 0; i < MOST_DOUBLINGS && trial.isKeptUp(kept * ratio); i++) {
      kept *= ratio;
    }
    for (int i = 0; i < HALVINGS; i++) {
      ratio = Math.sqrt(ratio);
      if (trial.isKeptUp(kept * ratio)) {
        kept *= ratio;
      }
    }
    return kept;
  }

  /**
   * Lowers a rate until it lasts.
   *
   * @return the first one that does, or the lowest that it comes to
   */
  static double lasting(double perSecond, Trial trial) throws InterruptedException {
    double rate = perSecond;
    for (int i = 0; rate > 0 && i < MOST_STEPS && !trial.isKeptUp(rate); i++) {
      rate /= Math.pow(2, 1.0 / (1 << HALVINGS));
    }
    return rate;
  }

  /** Code that is not compiled yet has another peak. */
  private void warmUp(double perSecond) throws InterruptedException {
    int count = (int) Math.max(LEAST_REQUESTS, perSecond * WARM_UP_MILLIS / 1e3);
    try (OpenLoop loop =
        OpenLoop.start(runtime, source.at(perSecond, count), work, endpoint -> false, check)) {
      loop.answered(count, UNHEARD);
    }
  }

  private boolean isKeptUp(double perSecond) throws InterruptedException {
    for (int chance = 0; chance < CHANCES; chance++) {
      if (isKeptUp(perSecond, WINDOW_MILLIS)) {
        return true;
      }
    }
    return false;
  }

  private boolean lasts(double perSecond) throws InterruptedException {
    return isKeptUp(perSecond, LASTING_MILLIS);
  }

  private boolean isKeptUp(double perSecond, int millis) throws InterruptedException {
    int count = (int) Math.max(LEAST_REQUESTS, perSecond * millis / 1e3);
    int tenth = count / 10;
    double windowNanos = count * 1e9 / perSecond;
    try (OpenLoop loop =
        OpenLoop.start(runtime, source.at(perSecond, count), work, endpoint -> false, check)) {
      double first = loop.answered(tenth, UNHEARD).meanResponseNanos();
      loop.answered(count - 2 * tenth, UNHEARD);
      double last = loop.answered(tenth, UNHEARD).meanResponseNanos();
      return last - first <= MOST_LATE_SHARE * windowNanos;
    }
  }
}
