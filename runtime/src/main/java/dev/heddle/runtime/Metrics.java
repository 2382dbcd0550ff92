package dev.heddle.runtime;

/**
 * Whether this JVM counts what its runtimes do: yes, unless it was started with {@code
 * -Dheddle.metrics=off}.
 *
 * <p>A constant and no builder's option, so that the compiler leaves all counting out where it is
 * off: only against such a JVM can be measured what counting costs.
 */
final class Metrics {
  static final boolean ON = isOn(System.getProperty("heddle.metrics", "on"));

  private Metrics() {}

  static boolean isOn(String setting) {
    return switch (setting) {
      case "on" -> true;
      case "off" -> false;
      default ->
          throw new IllegalArgumentException(
              "heddle.metrics was '" + setting + "'; allowed is on or off");
    };
  }
}
