package dev.heddle.workloads.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search for the highest rate that is kept up. */
class PeakTest {

  @ParameterizedTest
  @ValueSource(doubles = {900, 10_000, 12_345, 99_000, 700_000})
  void thePeakIsFoundToASixteenthOfAnOctaveAndNeverAboveIt(double peak) throws Exception {
    double found = Peak.search(10_000, rate -> rate <= peak);
    assertThat(found).isLessThanOrEqualTo(peak).isCloseTo(peak, within(0.045 * peak));
  }

  @Test
  void theSearchIsBounded() throws Exception {
    AtomicInteger trials = new AtomicInteger();
    double found =
        Peak.search(
            10,
            rate -> {
              trials.incrementAndGet();
              return true;
            });
    assertThat(found).isPositive();
    assertThat(trials.get()).isLessThan(25);
  }

  @Test
  void aRateThatDoesNotLastIsLoweredUntilOneDoesAndNotForEver() throws Exception {
    assertThat(Peak.lasting(10_000, rate -> true)).isEqualTo(10_000);
    assertThat(Peak.lasting(10_000, rate -> rate <= 9_000)).isBetween(8_600.0, 9_000.0);
    AtomicInteger trials = new AtomicInteger();
    double lowest =
        Peak.lasting(
            10_000,
            rate -> {
              trials.incrementAndGet();
              return false;
            });
    assertThat(lowest).isBetween(7_000.0, 7_200.0);
    assertThat(trials.get()).isLessThan(10);
    assertThat(Peak.lasting(0, rate -> true)).isZero();
  }

  @Test
  void ifNothingIsKeptUpThereIsNoPeak() throws Exception {
    assertThat(Peak.search(10_000, rate -> false)).isZero();
  }
}
