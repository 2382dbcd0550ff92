package dev.heddle.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SignFlipTest {

  @Test
  void equal_signs_throughout_leave_two_of_all_flips() {
    double[] logs = new double[10];
    Arrays.fill(logs, -0.1);

    assertThat(SignFlip.of(logs, 1).p()).isEqualTo(2.0 / 1024);
  }

  /** Sums of 1, 2 and -3 with any signs: 0 twice, then 2, 4, 6 and their negatives: 8 of 8. */
  @Test
  void a_sum_of_zero_is_no_evidence_at_all() {
    assertThat(SignFlip.of(new double[] {1, 2, -3}, 1).p()).isEqualTo(1);
  }

  /**
   * The sum is 5; three ones and a 4 make 5 in three ways, 7 in one, and their negatives: 8 of 16.
   */
  @Test
  void the_p_counts_every_sum_at_least_as_far_from_zero() {
    assertThat(SignFlip.of(new double[] {1, -1, 4, 1}, 1).p()).isEqualTo(8.0 / 16);
  }

  @Test
  void many_blocks_are_flipped_at_random_to_nearly_the_exact_p() {
    // 22 equal steps, 16 down: the chance of at least 16 equal signs of 22 is 0.0525 (binomial).
    double[] logs = IntStream.range(0, 22).mapToDouble(i -> i < 16 ? -1 : 1).toArray();

    assertThat(SignFlip.of(logs, 1).p()).isCloseTo(0.0525, within(0.003));
  }

  @Test
  void superiority_is_the_share_of_blocks_below_zero_with_ties_counted_half() {
    assertThat(SignFlip.of(new double[] {-1, -1, 0, 1}, 1).superiority()).isEqualTo(0.625);
  }
}
