package dev.heddle.harness.plan;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How many workers are asked for: a number, or so many for each core, {@code 2x}, which is how a
 * run asks what more workers than cores cost.
 */
public record WorkerCount(int number, boolean perCore) {
  private static final Pattern WORDS = Pattern.compile("([+-]?\\d+)(x?)");

  /** This number, on however many cores. */
  public static WorkerCount of(int number) {
    return new WorkerCount(number, false);
  }

  /**
   * Reads what stands behind an option, separated by commas; null if it was not given.
   *
   * @throws BadInput in one line
   */
  public static @Nullable List<WorkerCount> read(String option, @Nullable List<String> typed) {
    if (typed == null) {
      return null;
    }
    List<WorkerCount> counts = new ArrayList<>();
    for (String name : Listed.split(option, typed, "number")) {
      Matcher words = WORDS.matcher(name);
      if (!words.matches()) {
        throw new BadInput(
            "%s was '%s'; allowed are whole numbers, separated by commas, or multiples of the cores such as 2x"
                .formatted(option, name));
      }
      BigInteger number = new BigInteger(words.group(1));
      if (number.bitLength() >= Integer.SIZE / 2) {
        throw new BadInput(
            "%s was %s; allowed is 1 to %d".formatted(option, name, Planner.MAX_WORKERS));
      }
      counts.add(new WorkerCount(number.intValue(), !words.group(2).isEmpty()));
    }
    return counts;
  }

  /** How many that is on so many cores. */
  public int on(int cores) {
    return perCore ? number * cores : number;
  }

  @Override
  public String toString() {
    return number + (perCore ? "x" : "");
  }
}
