package dev.heddle.runtime.spi;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Values for the {@link Option}s of a strategy or of timers; an option without a value has its
 * default. Immutable.
 */
public final class Options {
  private static final Options DEFAULTS = new Options(Map.of());

  private final Map<Option<?>, Object> values;

  private Options(Map<Option<?>, Object> values) {
    this.values = values;
  }

  /** No option set. */
  public static Options defaults() {
    return DEFAULTS;
  }

  /** These options with one more set. */
  public <T> Options with(Option<T> option, T value) {
    Map<Option<?>, Object> next = new java.util.HashMap<>(values);
    next.put(option, option.parse(Option.text(value)));
    return new Options(Map.copyOf(next));
  }

  /** These options and those of the other, whose values count where both have one. */
  public Options and(Options other) {
    Map<Option<?>, Object> both = new java.util.HashMap<>(values);
    both.putAll(other.values);
    return new Options(Map.copyOf(both));
  }

  /** Whether a value was given for this option. */
  public boolean has(Option<?> option) {
    return values.containsKey(option);
  }

  /** Those that differ from their defaults: two that mean the same have the same text then. */
  public Options withoutDefaults() {
    Map<Option<?>, Object> kept = new java.util.HashMap<>(values);
    kept.entrySet().removeIf(set -> set.getValue().equals(set.getKey().defaultValue()));
    return new Options(Map.copyOf(kept));
  }

  /** The value of an option. */
  @SuppressWarnings("unchecked") // with() and parse() store a T under an Option<T>
  public <T> T get(Option<T> option) {
    return (T) values.getOrDefault(option, option.defaultValue());
  }

  /**
   * Reads {@code name=value} texts against the options that are known.
   *
   * @throws IllegalArgumentException in one line: which option or value is wrong, what is allowed
   */
  public static Options parse(List<Option<?>> known, List<String> texts) {
    Options options = DEFAULTS;
    for (String text : texts) {
      int equals = text.indexOf('=');
      String name = equals < 0 ? text : text.substring(0, equals);
      Option<?> option =
          known.stream()
              .filter(candidate -> candidate.name().equals(name))
              .findFirst()
              .orElseThrow(() -> unknown(name, known));
      if (options.values.containsKey(option)) {
        throw new IllegalArgumentException("option '" + name + "' is given twice");
      }
      options = options.withText(option, equals < 0 ? "" : text.substring(equals + 1));
    }
    return options;
  }

  /**
   * Checks that every option set is among these.
   *
   * @throws IllegalArgumentException in one line, if not
   */
  public void requireKnown(List<Option<?>> known) {
    for (Option<?> option : values.keySet()) {
      if (!known.contains(option)) {
        throw unknown(option.name(), known);
      }
    }
  }

  private <T> Options withText(Option<T> option, String text) {
    return with(option, option.parse(text));
  }

  private static IllegalArgumentException unknown(String name, List<Option<?>> known) {
    return new IllegalArgumentException(
        Names.unknown("option", name, known.stream().map(Option::name).toList()));
  }

  /** The options set, as they are typed, in the order of their names. */
  @Override
  public String toString() {
    Map<String, String> sorted = new TreeMap<>();
    values.forEach((option, value) -> sorted.put(option.name(), Option.text(value)));
    return String.join(
        ":", sorted.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
  }
}
