package dev.heddle.harness.plan;

import java.util.Arrays;
import java.util.List;

/**
 * What a fork's JVM may be started with besides the flags of every fork, so that a cell is compared
 * with one that differs in the JVM alone. A closed list: each has a flag whose effect on the
 * runtime is understood.
 */
public enum JvmVariant {
  /** Nothing is counted: what counting costs is the distance from the same strategy without it. */
  METRICS_OFF("metrics=off", "-Dheddle.metrics=off"),

  /** Object headers of 8 bytes instead of 12: JEP 519. */
  COMPACT_HEADERS("headers=compact", "-XX:+UseCompactObjectHeaders");

  private final String label;
  private final String flag;

  JvmVariant(String label, String flag) {
    this.label = label;
    this.flag = flag;
  }

  /** What users type behind an {@code @}. */
  public String label() {
    return label;
  }

  /** What the JVM is started with. */
  public String flag() {
    return flag;
  }

  /** The labels of all. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(JvmVariant::label).toList();
  }

  /**
   * The variant of this label.
   *
   * @throws BadInput if there is none
   */
  static JvmVariant of(String label) {
    return Arrays.stream(values())
        .filter(variant -> variant.label.equals(label))
        .findFirst()
        .orElseThrow(() -> Names.unknown("JVM variant", label, labels()));
  }
}
