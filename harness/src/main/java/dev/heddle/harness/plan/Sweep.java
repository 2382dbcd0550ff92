package dev.heddle.harness.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Options as an axis: {@code work-stealing:ring=64/256:lifo=capped/off} names four strategies. */
final class Sweep {
  private Sweep() {}

  /**
   * The specs that a spec stands for: one for each combination of values, in the order typed, the
   * last option's changing fastest. Whether there is such a thing is for others to say.
   *
   * @param kind what it names, for messages
   * @throws BadInput if an option or a value is empty
   */
  static List<String> expand(String kind, String spec) {
    int at = spec.indexOf('@');
    String named = at < 0 ? spec : spec.substring(0, at);
    String variants = at < 0 ? "" : spec.substring(at);
    List<String> parts = Arrays.asList(named.split(":", -1));
    List<String> specs = List.of(parts.getFirst());
    for (String option : parts.subList(1, parts.size())) {
      List<String> settings = settings(kind, spec, option);
      specs =
          specs.stream()
              .flatMap(begun -> settings.stream().map(setting -> begun + ":" + setting))
              .toList();
    }
    return specs.stream().map(whole -> whole + variants).toList();
  }

  private static List<String> settings(String kind, String spec, String option) {
    if (option.isEmpty()) {
      throw new BadInput(
          "%s '%s' has an empty option in it; separate options by single colons"
              .formatted(kind, spec));
    }
    int equals = option.indexOf('=');
    if (equals < 0) {
      return List.of(option);
    }
    List<String> settings = new ArrayList<>();
    for (String value : option.substring(equals + 1).split("/", -1)) {
      if (value.isEmpty()) {
        throw new BadInput(
            "%s '%s' has an empty value in '%s'; write name=value, and separate the values of a sweep by single slashes"
                .formatted(kind, spec, option));
      }
      settings.add(option.substring(0, equals + 1) + value);
    }
    return settings;
  }
}
