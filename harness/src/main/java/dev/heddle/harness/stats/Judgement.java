package dev.heddle.harness.stats;

/**
 * A word and the interval it was read from.
 *
 * @param verdict the word
 * @param lo lower end of the ratio's interval, widened for the company it was judged in
 * @param hi upper end
 * @param confidence of that interval, such as 0.9875
 */
public record Judgement(Verdict verdict, double lo, double hi, double confidence) {}
