package dev.heddle.harness.stats;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where two series cost the same.
 *
 * <p>Between two measured sizes the log of the cost is taken to run straight over the log of the
 * size. The undecided ranges hold the sizes at which the 95 % interval of the ratio of the two
 * costs holds 1, so that a crossing may lie anywhere in the one around it: a true crossing lies in
 * an undecided range with a probability of about 95 %.
 *
 * @param a label of the first series
 * @param b label of the second
 * @param sizes at which both have a cost, ascending
 * @param blocks blocks behind it: those in which both were measured at each of these sizes
 * @param outcome in a word
 * @param crossings ascending; empty unless the outcome is one or several
 * @param undecided ascending; null where there is no interval, under {@value
 *     RunResult#INTERVAL_BLOCKS} blocks
 * @param note why the outcome is unknown or has no interval; empty otherwise
 */
public record Crossover(
    String a,
    String b,
    List<Long> sizes,
    int blocks,
    Outcome outcome,
    List<Crossing> crossings,
    @Nullable List<Range> undecided,
    String note) {

  /** Takes copies of the lists. */
  public Crossover {
    sizes = List.copyOf(sizes);
    crossings = List.copyOf(crossings);
    undecided = undecided == null ? null : List.copyOf(undecided);
  }

  /** Nothing can be said. */
  static Crossover unknown(String a, String b, List<Long> sizes, String why) {
    return new Crossover(a, b, sizes, 0, Outcome.UNKNOWN, List.of(), null, why);
  }

  /** What the costs do over the range of sizes. */
  public enum Outcome {
    /** There are too few sizes, or no block has them all. */
    @JsonProperty("unknown")
    UNKNOWN,
    /** The first costs less at every size. */
    @JsonProperty("a-less-throughout")
    A_LESS_THROUGHOUT,
    /** The second does. */
    @JsonProperty("b-less-throughout")
    B_LESS_THROUGHOUT,
    /** Not one digit differs. */
    @JsonProperty("equal")
    EQUAL,
    /** They cross once. */
    @JsonProperty("one")
    ONE,
    /** They cross more than once. */
    @JsonProperty("several")
    SEVERAL
  }

  /**
   * A crossing.
   *
   * @param size where it is
   * @param cost of both there
   * @param lessBelow which costs less at smaller sizes, {@code a} or {@code b}; above it is the
   *     other
   * @param range the undecided range around it; null where there is no interval
   */
  public record Crossing(double size, double cost, String lessBelow, @Nullable Range range) {}

  /**
   * Sizes from one to another.
   *
   * @param lo lower end
   * @param hi upper end
   * @param openBelow whether it ends there only because no smaller size was measured
   * @param openAbove whether it ends there only because no larger size was measured
   */
  public record Range(double lo, double hi, boolean openBelow, boolean openAbove) {

    boolean holds(double size) {
      return lo <= size && size <= hi;
    }
  }
}
