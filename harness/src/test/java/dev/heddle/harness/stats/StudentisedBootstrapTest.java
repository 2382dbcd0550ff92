package dev.heddle.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

final class StudentisedBootstrapTest {

  private static List<BlockSample> scores(double[]... forks) {
    List<BlockSample> samples = new ArrayList<>();
    for (double[] iterations : forks) {
      samples.add(BlockSample.score(DoubleStream.of(iterations).boxed().toList()));
    }
    return samples;
  }

  private static final List<BlockSample> SKEWED =
      scores(
          new double[] {1.00, 1.02, 0.98},
          new double[] {1.01, 1.03, 1.02},
          new double[] {0.99, 1.00, 1.01},
          new double[] {1.05, 1.04, 1.06},
          new double[] {1.02, 1.00, 1.01},
          new double[] {1.12, 1.10, 1.14},
          new double[] {1.03, 1.02, 1.04},
          new double[] {1.00, 0.99, 1.01});

  @Test
  void the_estimate_is_the_geometric_mean_of_the_forks_means() {
    StudentisedBootstrap bootstrap =
        StudentisedBootstrap.of(scores(new double[] {1, 3}, new double[] {8}), 1);

    assertThat(bootstrap.estimate()).isCloseTo(4, within(1e-14));
  }

  /**
   * Both blocks drawn, in either order, is the only resample with a spread, and its t* is 0: what
   * remains is Student's t, 12.7062 for 95 % at one degree of freedom.
   */
  @Test
  void two_blocks_of_one_iteration_give_students_interval() {
    StudentisedBootstrap bootstrap =
        StudentisedBootstrap.of(
            scores(new double[] {Math.exp(0.99)}, new double[] {Math.exp(1.01)}), 1);

    Interval interval = bootstrap.interval(0.05);

    assertThat(Math.log(interval.lo())).isCloseTo(1 - 12.7062 * 0.01, within(1e-6));
    assertThat(Math.log(interval.hi())).isCloseTo(1 + 12.7062 * 0.01, within(1e-6));
  }

  /** Expected values: four million resamples by a program in another language. */
  @Test
  void a_skewed_sample_gets_the_skewed_interval_of_an_independent_computation() {
    Interval interval = StudentisedBootstrap.of(SKEWED, 1).interval(0.05);

    assertThat(interval.lo()).isCloseTo(0.9954, within(0.0005));
    assertThat(interval.hi()).isCloseTo(1.1032, within(0.005));
  }

  /** A resample of one block alone would have next to no spread, and a t* in the thousands. */
  @Test
  void noise_within_forks_does_not_stand_in_for_spread_between_blocks() {
    StudentisedBootstrap bootstrap =
        StudentisedBootstrap.of(
            scores(new double[] {100, 100.001}, new double[] {110, 110.001}), 1);

    assertThat(bootstrap.interval(0.05).hi()).isLessThan(105 * Math.exp(12.8 * 0.0477));
  }

  @Test
  void the_same_seed_gives_the_same_interval_to_the_last_digit() {
    assertThat(StudentisedBootstrap.of(SKEWED, 42).interval(0.05))
        .isEqualTo(StudentisedBootstrap.of(SKEWED, 42).interval(0.05));
  }

  @Test
  void another_seed_gives_another_interval() {
    assertThat(StudentisedBootstrap.of(SKEWED, 42).interval(0.05))
        .isNotEqualTo(StudentisedBootstrap.of(SKEWED, 43).interval(0.05));
  }

  @Test
  void an_interval_of_more_confidence_holds_one_of_less() {
    StudentisedBootstrap bootstrap = StudentisedBootstrap.of(SKEWED, 1);

    assertThat(bootstrap.interval(0.05).inside(bootstrap.interval(0.01))).isTrue();
  }

  @Test
  void equal_blocks_have_an_interval_of_no_width() {
    StudentisedBootstrap bootstrap =
        StudentisedBootstrap.of(scores(new double[] {2}, new double[] {2}), 1);

    assertThat(bootstrap.interval(0.05)).isEqualTo(new Interval(2, 2));
  }

  @Test
  void one_block_has_no_interval() {
    assertThatThrownBy(() -> StudentisedBootstrap.of(scores(new double[] {1, 2}), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Of 600 intervals 570 should hold the truth; 95 % of such counts lie between 559 and 581. */
  @Test
  void five_blocks_cover_the_true_ratio_about_as_often_as_promised() {
    assertThat(covered(5)).isBetween(559, 588);
  }

  @Test
  void two_blocks_cover_the_true_ratio_about_as_often_as_promised() {
    assertThat(covered(2)).isBetween(559, 588);
  }

  /**
   * How many of 600 simulated experiments cover their true ratio: log-normal forks on both sides, a
   * log-normal block effect that both share, and log-normal iterations within.
   */
  private static int covered(int blocks) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(20);
    ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
    double truth = 0.8;
    int covered = 0;
    for (int experiment = 0; experiment < 600; experiment++) {
      List<BlockSample> samples = new ArrayList<>();
      for (int block = 0; block < blocks; block++) {
        double host = 100 * Math.exp(0.2 * normal.sample());
        samples.add(BlockSample.ratio(fork(truth * host, normal), fork(host, normal)));
      }
      Interval interval = StudentisedBootstrap.of(samples, experiment).interval(0.05);
      if (interval.lo() <= truth && truth <= interval.hi()) {
        covered++;
      }
    }
    return covered;
  }

  private static List<Double> fork(double nanos, ZigguratSampler.NormalizedGaussian normal) {
    double level = nanos * Math.exp(0.03 * normal.sample());
    return DoubleStream.generate(() -> level * Math.exp(0.03 * normal.sample()))
        .limit(5)
        .boxed()
        .toList();
  }
}
