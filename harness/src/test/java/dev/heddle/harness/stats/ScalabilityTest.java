package dev.heddle.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Objects;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScalabilityTest {
  private static final int[] CORES = {1, 2, 4, 8, 16};

  @Test
  void aCurveThatFollowsTheLawIsRecovered() {
    Scalability fit = Scalability.of(CORES, blocks(0.08, 0.004, 0), 1);
    assertThat(known(fit.contention().value())).isCloseTo(0.08, within(1e-4));
    assertThat(known(fit.coherency().value())).isCloseTo(0.004, within(1e-5));
    assertThat(known(fit.peak().value())).isCloseTo(Math.sqrt(0.92 / 0.004), within(0.1));
  }

  @Test
  void aStraightLineHasNoLossAndItsWholeEfficiency() {
    Scalability fit = Scalability.of(CORES, blocks(0, 0, 0), 1);
    assertThat(known(fit.efficiency().value())).isCloseTo(1, within(1e-3));
    assertThat(known(fit.peak().value())).isGreaterThan(1_000);
  }

  @Test
  void intervalsHoldTheTruthOfNoisyBlocksAndSayHowNoisyTheyAre() {
    Scalability fit = Scalability.of(CORES, blocks(0.08, 0.004, 0.05), 1);
    assertThat(known(fit.contention().lo())).isLessThan(0.08);
    assertThat(known(fit.contention().hi())).isGreaterThan(0.08);
    assertThat(known(fit.coherency().lo())).isLessThan(known(fit.coherency().hi()));
  }

  @Test
  void theSameSeedGivesTheSameIntervals() {
    assertThat(Scalability.of(CORES, blocks(0.08, 0.004, 0.05), 7))
        .isEqualTo(Scalability.of(CORES, blocks(0.08, 0.004, 0.05), 7));
  }

  private static double[][] blocks(double s, double k, double noise) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(99);
    ZigguratSampler.NormalizedGaussian gauss = ZigguratSampler.NormalizedGaussian.of(random);
    double[][] blocks = new double[10][];
    Arrays.setAll(
        blocks,
        block ->
            Arrays.stream(CORES)
                .mapToDouble(n ->
                    Math.log(5.0 * n / (1 + s * (n - 1) + k * n * (n - 1)))
                        + noise * gauss.sample())
                .toArray());
    return blocks;
  }

  private static double known(@Nullable Double value) {
    return Objects.requireNonNull(value);
  }
}
