package dev.heddle.harness.plan;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what stands behind an option that takes several values, separated by commas. Each method
 * returns null if the option was not given, else at least one value.
 */
public final class Listed {
  private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?\\d+");

  private Listed() {}

  /**
   * The names.
   *
   * @param option as it is typed, such as {@code --timers}
   * @param typed what was typed behind it each time it was given
   * @throws BadInput if a name is empty or there twice
   */
  public static @Nullable List<String> names(String option, @Nullable List<String> typed) {
    return typed == null ? null : split(option, typed, "name");
  }

  /**
   * The numbers, whose range others check.
   *
   * @param option as it is typed, such as {@code --sizes}
   * @param typed what was typed behind it each time it was given
   * @param most the most that is allowed, for messages on numbers that are far beyond it
   * @throws BadInput if one is empty, no whole number, beyond all bounds, or there twice
   */
  public static @Nullable List<Integer> numbers(
      String option, @Nullable List<String> typed, int most) {
    if (typed == null) {
      return null;
    }
    List<Integer> numbers = new ArrayList<>();
    for (String text : split(option, typed, "number")) {
      if (!WHOLE_NUMBER.matcher(text).matches()) {
        throw new BadInput(
            "%s was '%s'; allowed are whole numbers, separated by commas".formatted(option, text));
      }
      BigInteger number = new BigInteger(text);
      if (number.bitLength() >= Integer.SIZE) {
        throw new BadInput("%s was %s; allowed is 1 to %d".formatted(option, number, most));
      }
      numbers.add(number.intValue());
    }
    return numbers;
  }

  static List<String> split(String option, List<String> typed, String thing) {
    // Trailing ones too, which String.split leaves out unless told so.
    List<String> values =
        typed.stream().flatMap(text -> Arrays.stream(text.split(",", -1))).toList();
    Set<String> seen = new HashSet<>();
    for (String value : values) {
      if (value.isBlank()) {
        throw new BadInput(
            "%s has an empty %s in it; separate %ss by single commas"
                .formatted(option, thing, thing));
      }
      if (!seen.add(value)) {
        throw new BadInput("%s names '%s' twice; once is enough".formatted(option, value));
      }
    }
    return values;
  }
}
