package dev.heddle.harness.plan;

import dev.heddle.harness.record.Cell;
import dev.heddle.workloads.Axes;
import dev.heddle.workloads.service.RequestSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A number or a name at which a workload is run: at several values it has several cells, which are
 * compared with those of the same value only.
 */
public enum Scale {
  /** How large the workload is, such as how many active timers. */
  SIZE("--sizes", Cell.SIZE, Axes::sizes, Axes::leastSize, 100_000_000),

  /** How many connections there are. */
  CONNECTIONS(
      "--connections", Cell.CONNECTIONS, Axes::connections, axes -> 1, Axes.MOST_CONNECTIONS),

  /** How many bytes a request has. */
  PAYLOAD(
      "--payloads", Cell.PAYLOAD, Axes::payloads, axes -> Axes.LEAST_PAYLOAD, Axes.MOST_PAYLOAD),

  /** What an open loop asks for, by name. */
  REQUESTS("--requests", Cell.REQUESTS, Axes::requests, null, 0),

  /** How much it asks for, in percent of each strategy's own peak. */
  LOAD("--loads", Cell.LOAD, Axes::loads, axes -> 1, 200),

  /**
   * How much it asks for, in requests a second: in place of {@link #LOAD}, or beside it. Not less
   * than a hundred, for a call answers a thousand of them and must end before its deadline.
   */
  RATE("--rates", Cell.RATE, axes -> List.of(), axes -> 100, 10_000_000);

  private final String option;
  private final String param;

  @SuppressWarnings("ImmutableEnumChecker") // a method of a record
  private final Function<Axes, List<?>> usual;

  @SuppressWarnings("ImmutableEnumChecker") // a method of a record
  private final @Nullable ToIntFunction<Axes> least;

  private final int most;

  Scale(
      String option,
      String param,
      Function<Axes, List<?>> usual,
      @Nullable ToIntFunction<Axes> least,
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
  public List<Object> usual(Axes workload) {
    return List.copyOf(usual.apply(workload));
  }

  /** Whether a workload has it. */
  public boolean isTaken(Axes workload) {
    return !(this == RATE ? LOAD : this).usual(workload).isEmpty();
  }

  /** What a workload which has it can be run at, in words, such as {@code any from 1 to 10}. */
  public String allowed(Axes workload) {
    return least == null
        ? "any of %s, or %sFILE".formatted(names(), RequestSource.REPLAY)
        : "any from %d to %d".formatted(least.applyAsInt(workload), most);
  }

  private static String names() {
    return RequestSource.names().stream().collect(Collectors.joining(", "));
  }

  /** The largest value; 0 of names. */
  public int most() {
    return most;
  }

  /**
   * Reads what a user typed.
   *
   * @param typed what was typed behind it each time it was given; null if it was not
   * @return null likewise
   * @throws BadInput if a value is none, in one line
   */
  public @Nullable List<Object> read(@Nullable List<String> typed) {
    List<?> values =
        least == null ? Listed.names(option, typed) : Listed.numbers(option, typed, most);
    return values == null ? null : List.copyOf(values);
  }

  /**
   * Holds a value against what a workload can be run at.
   *
   * @throws BadInput in one line
   */
  void require(Object value, String workload, Axes axes) {
    if (least == null) {
      Predicate<String> known =
          name -> RequestSource.names().contains(name) || name.startsWith(RequestSource.REPLAY);
      if (!known.test(value.toString())) {
        throw Names.unknown(option + " name", value.toString(), RequestSource.names());
      }
      return;
    }
    int lowest = least.applyAsInt(axes);
    Planner.requireRange(
        option, (Integer) value, lowest, most, lowest == 1 ? "" : " for " + workload);
  }
}
