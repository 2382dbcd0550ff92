package dev.heddle.runtime;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Whether the workers of a runtime are held to CPUs. */
public enum Pinning {
  /** The system moves them about. */
  NONE,

  /**
   * Each to one CPU, in the order of {@link dev.heddle.runtime.topology.CpuOrder}: physical cores
   * first.
   */
  CORES;

  /** The name users type. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The one of this label.
   *
   * @throws IllegalArgumentException in one line, if there is none
   */
  public static Pinning of(String label) {
    return Arrays.stream(values())
        .filter(pinning -> pinning.label().equals(label))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "pin was '%s'; allowed is %s"
                    .formatted(
                        label,
                        Arrays.stream(values())
                            .map(Pinning::label)
                            .collect(Collectors.joining(" or ")))));
  }
}
