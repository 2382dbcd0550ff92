package dev.heddle.runtime.spi;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A named setting with a type, a default and a rule, given in text as {@code name=value}.
 *
 * @param <T> the type of the value
 */
public final class Option<T> {
  private final String name;
  private final String summary;
  private final T defaultValue;
  private final String allowed;
  private final Function<String, T> parser;
  private final Predicate<T> rule;

  private Option(
      String name,
      String summary,
      T defaultValue,
      String allowed,
      Function<String, T> parser,
      Predicate<T> rule) {
    this.name = name;
    this.summary = summary;
    this.defaultValue = defaultValue;
    this.allowed = allowed;
    this.parser = parser;
    this.rule = rule;
    if (!rule.test(defaultValue)) {
      throw new IllegalArgumentException("the default of " + name + " breaks its own rule");
    }
  }

  /** A whole number from {@code min} to {@code max}. */
  public static Option<Integer> ofInt(
      String name, String summary, int defaultValue, int min, int max) {
    return new Option<>(
        name,
        summary,
        defaultValue,
        "a whole number from " + min + " to " + max,
        Integer::valueOf,
        value -> value >= min && value <= max);
  }

  /** A power of two from {@code min} to {@code max}. */
  public static Option<Integer> ofPowerOfTwo(
      String name, String summary, int defaultValue, int min, int max) {
    return new Option<>(
        name,
        summary,
        defaultValue,
        "a power of two from " + min + " to " + max,
        Integer::valueOf,
        value -> value >= min && value <= max && Integer.bitCount(value) == 1);
  }

  /** {@code on} or {@code off}. */
  public static Option<Boolean> ofSwitch(String name, String summary, boolean defaultValue) {
    return new Option<>(
        name,
        summary,
        defaultValue,
        "on or off",
        text ->
            switch (text) {
              case "on" -> true;
              case "off" -> false;
              default -> throw new IllegalArgumentException(text);
            },
        value -> true);
  }

  /** One of an enum's constants, written in lower case with hyphens. */
  public static <E extends Enum<E>> Option<E> ofEnum(String name, String summary, E defaultValue) {
    E[] constants = defaultValue.getDeclaringClass().getEnumConstants();
    return new Option<>(
        name,
        summary,
        defaultValue,
        "one of " + String.join(", ", Arrays.stream(constants).map(Option::text).toList()),
        text ->
            Arrays.stream(constants)
                .filter(constant -> text(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text)),
        value -> true);
  }

  /** The name users type. */
  public String name() {
    return name;
  }

  /** What it sets, in one line. */
  public String summary() {
    return summary;
  }

  /** The value when none is given. */
  public T defaultValue() {
    return defaultValue;
  }

  /** The values allowed, in words. */
  public String allowed() {
    return allowed;
  }

  /**
   * The value a text stands for.
   *
   * @throws IllegalArgumentException in one line: what was wrong and what is allowed
   */
  public T parse(String text) {
    try {
      T value = parser.apply(text);
      if (rule.test(value)) {
        return value;
      }
    } catch (IllegalArgumentException e) {
      throw refusal(text, e);
    }
    throw refusal(text, null);
  }

  private IllegalArgumentException refusal(
      String text, @org.jspecify.annotations.Nullable Throwable cause) {
    return new IllegalArgumentException(
        "option " + name + " was '" + text + "'; allowed is " + allowed, cause);
  }

  /** The value as it is typed. */
  public static String text(Object value) {
    return switch (value) {
      case Boolean on -> on ? "on" : "off";
      case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
      default -> value.toString();
    };
  }
}
