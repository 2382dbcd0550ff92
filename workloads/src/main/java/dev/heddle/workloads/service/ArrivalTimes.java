package dev.heddle.workloads.service;

import java.util.SplittableRandom;

/** When requests come. Immutable. */
sealed interface ArrivalTimes {
  double NANOS_PER_SECOND = 1e9;

  /**
   * When so many are due, in ns from the beginning, ascending.
   *
   * @param random from which alone it is drawn: the same gives the same times
   */
  long[] draw(int requests, SplittableRandom random);

  /** On average, in requests a second. */
  double perSecond();

  /** Each at a time of its own, whatever came before: what many independent users amount to. */
  record Poisson(double perSecond) implements ArrivalTimes {
    @Override
    public long[] draw(int requests, SplittableRandom random) {
      long[] due = new long[requests];
      double at = 0;
      double gap = NANOS_PER_SECOND / perSecond;
      for (int i = 0; i < requests; i++) {
        at += gap * random.nextExponential();
        due[i] = (long) at;
      }
      return due;
    }
  }

  /**
   * In bursts: a Poisson process that is on and off by turns, for times drawn from exponential
   * distributions, so that a burst is followed by silence and the average is kept. An interrupted
   * Poisson process, after Kuczura (1973).
   *
   * @param factor how many times the average the rate in a burst is, above 1
   * @param meanBurstNanos how long a burst lasts on average
   */
  record Bursty(double perSecond, double factor, double meanBurstNanos) implements ArrivalTimes {
    @Override
    public long[] draw(int requests, SplittableRandom random) {
      long[] due = new long[requests];
      double gap = NANOS_PER_SECOND / (perSecond * factor);
      double meanSilence = meanBurstNanos * (factor - 1);
      double burstEnd = meanBurstNanos * random.nextExponential();
      double at = 0;
      for (int i = 0; i < requests; i++) {
        double left = gap * random.nextExponential();
        while (at + left > burstEnd) {
          left -= burstEnd - at; // an exponential gap that is cut has the same to come
          at = burstEnd + meanSilence * random.nextExponential();
          burstEnd = at + meanBurstNanos * random.nextExponential();
        }
        at += left;
        due[i] = (long) at;
      }
      return due;
    }
  }
}
