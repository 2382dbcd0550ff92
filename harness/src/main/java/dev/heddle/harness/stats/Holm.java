package dev.heddle.harness.stats;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Words on several ratios at once, so that the chance of any wrong word among them stays at about
 * alpha.
 *
 * <p>Holm's step-down, on decisions: a ratio is decided at a level when its interval of that level
 * gives it a word ({@link Verdict}). With m ratios undecided the level is alpha / m; those that it
 * decides get their word, which leaves fewer and so a wider level, until a level decides none.
 * Because the intervals of one ratio lie in each other this is the same as ordering the ratios by
 * the smallest level that decides them. Each word is published with the interval and level that
 * gave it.
 *
 * <p>Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
 * Journal of Statistics 6 (1979).
 */
final class Holm {
  private Holm() {}

  /**
   * One ratio to be judged.
   *
   * @param ratio its bootstrap
   * @param band ratios that count as no difference
   */
  record Question(StudentisedBootstrap ratio, Interval band) {}

  /**
   * Judges all.
   *
   * @param questions of one family: one workload at one core count and size
   * @param alpha chance of any wrong word
   * @return one answer per question, in the same order
   */
  static List<Judgement> judge(List<Question> questions, double alpha) {
    @Nullable Judgement[] answers = new Judgement[questions.size()];
    int open = answers.length;
    while (open > 0) {
      double level = alpha / open;
      int decided = 0;
      for (int i = 0; i < answers.length; i++) {
        if (answers[i] == null) {
          Judgement judgement = judge(questions.get(i), level);
          if (judgement.verdict() != Verdict.UNCLEAR) {
            answers[i] = judgement;
            decided++;
          }
        }
      }
      if (decided == 0) {
        for (int i = 0; i < answers.length; i++) {
          if (answers[i] == null) {
            answers[i] = judge(questions.get(i), level);
          }
        }
        break;
      }
      open -= decided;
    }
    return List.copyOf(Arrays.asList(answers));
  }

  private static Judgement judge(Question question, double level) {
    Interval interval = question.ratio().interval(level);
    return new Judgement(
        Verdict.of(interval, question.band()), interval.lo(), interval.hi(), 1 - level);
  }
}
