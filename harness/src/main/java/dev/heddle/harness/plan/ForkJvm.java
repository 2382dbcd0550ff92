package dev.heddle.harness.plan;

import java.util.List;

/**
 * The JVM every fork runs in: one named collector, a fixed and pre-touched heap and a fixed young
 * generation, so that neither the number of CPUs nor the heap's growth decides anything. (With one
 * CPU the JVM would choose the serial collector by itself.)
 */
public final class ForkJvm {
  private ForkJvm() {}

  /** The flags of every fork, in order. */
  public static final List<String> FLAGS =
      List.of(
          "-XX:+UseG1GC",
          "-Xms1g",
          "-Xmx1g",
          "-Xmn256m",
          "-XX:+AlwaysPreTouch",
          // JMH and queues of libraries use Unsafe, drivers and the harness call native functions;
          // the JVM's warnings about them would be noise in every log.
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED");

  /** What the names of the collectors in use must begin with. */
  public static final String COLLECTOR = "G1";
}
