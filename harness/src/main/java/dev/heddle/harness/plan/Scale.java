package dev.heddle.harness.plan;

import dev.heddle.harness.record.Cell;
import dev.heddle.workloads.Axes;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A number at which a workload is run: at several values it has several cells, which are compared
 * with those of the same value only.
 */
public enum Scale {
  /** How large the workload is, such as how many active timers. */
  SIZE("--sizes", Cell.SIZE, Axes::sizes, Axes::leastSize, 100_000_000),

  /** How many connections there are. */
  CONNECTIONS(
      "--connections", Cell.CONNECTIONS, Axes::connections, axes -> 1, Axes.MOST_CONNECTIONS),

  /** How many bytes a request has. */
  PAYLOAD(
      "--payloads", Cell.PAYLOAD, Axes::payloads, axes -> Axes.LEAST_PAYLOAD, Axes.MOST_PAYLOAD);

  private final String option;
  private final String param;

  @SuppressWarnings("ImmutableEnumChecker") // a method of a record
  private final Function<Axes, List<Integer>> usual;

  @SuppressWarnings("ImmutableEnumChecker") // a method of a record
  private final ToIntFunction<Axes> least;

  private final int most;

  Scale(
      String option,
      String param,
      Function<Axes, List<Integer>> usual,
      ToIntFunction<Axes> least,
      int most) {
    this.option = option;
    this.param = param;
    this.usual = usual;
    this.least = least;
    this.most = most;
  }

  /** What users type: {@code --sizes}. */
  public String option() {
    return option;
  }

  /** What it is called in a {@link Cell}'s parameters. */
  public String param() {
    return param;
  }

  /** The values at which a workload is run unless told otherwise; empty if it does not have it. */
  public List<Integer> usual(Axes workload) {
    return usual.apply(workload);
  }

  /** Whether a workload has it. */
  public boolean isTaken(Axes workload) {
    return !usual(workload).isEmpty();
  }

  /** The least value that a workload which has it can be run at. */
  public int least(Axes workload) {
    return least.applyAsInt(workload);
  }

  /** The largest value. */
  public int most() {
    return most;
  }
}
