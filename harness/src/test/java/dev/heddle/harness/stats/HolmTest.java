package dev.heddle.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class HolmTest {
  private static final Interval BAND = new Interval(0.97, 1.03);

  /**
   * Five blocks, of one iteration each, with a mean log ratio and a standard error of about a sixth
   * of the step.
   */
  private static Holm.Question question(double logRatio, double step) {
    List<BlockSample> samples =
        Stream.of(-2, -1, 0, 1, 2)
            .map(offset -> BlockSample.score(List.of(Math.exp(logRatio + offset * step))))
            .toList();
    return new Holm.Question(StudentisedBootstrap.of(samples, 1), BAND);
  }

  private static Verdict word(Holm.Question question) {
    return Holm.judge(List.of(question), 0.05).getFirst().verdict();
  }

  @Test
  void an_interval_below_the_band_is_faster() {
    assertThat(word(question(-0.5, 0.01))).isEqualTo(Verdict.FASTER);
  }

  @Test
  void an_interval_above_the_band_is_slower() {
    assertThat(word(question(0.5, 0.01))).isEqualTo(Verdict.SLOWER);
  }

  @Test
  void an_interval_inside_the_band_is_the_same() {
    assertThat(word(question(0, 0.002))).isEqualTo(Verdict.SAME);
  }

  @Test
  void a_wide_band_makes_nothing_the_same() {
    Holm.Question narrow = question(-0.2, 0.001);
    assertThat(word(new Holm.Question(narrow.ratio(), new Interval(0.5, 1.5))))
        .isEqualTo(Verdict.UNCLEAR);
  }

  @Test
  void an_interval_over_an_edge_is_unclear() {
    assertThat(word(question(-0.03, 0.01))).isEqualTo(Verdict.UNCLEAR);
  }

  @Test
  void a_ratio_alone_is_judged_at_the_plain_level() {
    assertThat(Holm.judge(List.of(question(-0.5, 0.01)), 0.05).getFirst().confidence())
        .isEqualTo(0.95);
  }

  @Test
  void a_decided_ratio_leaves_a_wider_level_to_the_undecided() {
    List<Judgement> answers =
        Holm.judge(List.of(question(-0.03, 0.01), question(-0.5, 0.001)), 0.05);

    assertThat(answers.get(1).confidence()).isCloseTo(0.975, within(1e-12));
    assertThat(answers.get(0).confidence()).isCloseTo(0.95, within(1e-12));
  }

  @Test
  void undecided_ratios_are_all_shown_at_the_level_that_failed_to_decide_them() {
    Holm.Question vague = question(-0.03, 0.01);

    assertThat(Holm.judge(List.of(vague, vague, vague, vague), 0.05))
        .allSatisfy(answer -> {
          assertThat(answer.verdict()).isEqualTo(Verdict.UNCLEAR);
          assertThat(answer.confidence()).isCloseTo(0.9875, within(1e-12));
        });
  }

  /** Alone it is decided; three undecided neighbours cost it the word. */
  @Test
  void company_can_take_a_word_away() {
    Holm.Question narrow = question(-0.065, 0.01);
    Holm.Question vague = question(-0.03, 0.01);

    assertThat(word(narrow)).isEqualTo(Verdict.FASTER);
    assertThat(Holm.judge(List.of(narrow, vague, vague, vague), 0.05).getFirst().verdict())
        .isEqualTo(Verdict.UNCLEAR);
  }

  @Test
  void no_questions_have_no_answers() {
    assertThat(Holm.judge(List.of(), 0.05)).isEmpty();
  }
}
