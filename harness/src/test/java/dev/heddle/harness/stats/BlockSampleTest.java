package dev.heddle.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

final class BlockSampleTest {
  private static final double ROUNDING = 1e-15;

  @Test
  void a_score_is_the_log_of_the_arithmetic_mean_of_the_iterations() {
    assertThat(BlockSample.score(List.of(10.0, 20.0, 60.0)).observed())
        .isCloseTo(Math.log(30), within(ROUNDING));
  }

  @Test
  void a_ratio_is_the_log_of_the_quotient_of_the_two_means() {
    assertThat(BlockSample.ratio(List.of(10.0, 20.0), List.of(20.0, 40.0)).observed())
        .isCloseTo(Math.log(0.5), within(ROUNDING));
  }

  @Test
  void a_resample_draws_the_iterations_of_each_fork_by_itself() {
    BlockSample sample = BlockSample.ratio(List.of(1.0, 3.0), List.of(1.0, 5.0));
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1);

    // Means of two draws: 1, 2, 3 above and 1, 3, 5 below.
    assertThat(
            random
                .longs(200)
                .mapToObj(draw -> Math.exp(sample.resampled(random)))
                .map(ratio -> Math.round(ratio * 1e9) / 1e9)
                .distinct())
        .containsExactlyInAnyOrder(1.0, 2.0, 3.0, 0.333333333, 0.666666667, 0.2, 0.4, 0.6);
  }

  @Test
  void a_fork_without_iterations_has_no_score() {
    assertThatThrownBy(() -> BlockSample.score(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void zero_has_no_log() {
    assertThatThrownBy(() -> BlockSample.score(List.of(1.0, 0.0)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
