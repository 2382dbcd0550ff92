package dev.heddle.runtime;

/**
 * Whether this JVM counts what its runtimes do: yes, unless it was started with {@code
 * -Dheddle.metrics=off}.
 *
 * <p>A constant and no builder's option, so that the compiler leaves all counting out where it is
 * off: only against such a JVM can be measured what counting costs.
 */
final class Metrics {
  private static final String SETTING = System.getProperty("heddle.metrics", "on");

  static final boolean ON = !SETTING.equals("off");

  private Metrics() {}

  /**
   * To be asked before the first runtime is built.
   *
   * @throws IllegalArgumentException in one line, if the setting is neither on nor off
   */
  static void requireValid() {
    requireValid(SETTING);
  }

  static void requireValid(String setting) {
    if (!setting.equals("on") && !setting.equals("off")) {
      throw new IllegalArgumentException(
          "heddle.metrics was '" + setting + "'; allowed is on or off");
    }
  }
}
