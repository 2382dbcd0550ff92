package dev.heddle.harness.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The JVM every fork runs in: one named collector, a fixed and pre-touched heap and a fixed young
 * generation, so that neither the number of CPUs nor the heap's growth decides anything. (With one
 * CPU the JVM would choose the serial collector by itself.)
 */
final class ForkJvm {
  private ForkJvm() {}

  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseG1GC",
          "-Xms1g",
          "-Xmx1g",
          "-Xmn256m",
          "-XX:+AlwaysPreTouch",
          // A fork without memory fails at once, and says why. What goes on afterwards measures
          // nothing, and mostly waits for a thread that has died.
          "-XX:+ExitOnOutOfMemoryError",
          // JMH and queues of libraries use Unsafe, drivers and the harness call native functions;
          // the JVM's warnings about them would be noise in every log.
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED");

  /** A workload gives up well before its fork counts as hung, and can say what it was missing. */
  private static final int FORK_DEADLINES_PER_INVOCATION_DEADLINE = 2;

  /** Whether io_uring may be tried: where it must not, no process of a run may. */
  private static final String URING = "heddle.uring";

  /** What the names of the collectors in use must begin with. */
  static final String COLLECTOR = "G1";

  /** The flags of every fork, in order, for forks with this deadline of a run from this JVM. */
  static List<String> flags(Duration forkDeadline) {
    long seconds = Math.max(1, forkDeadline.toSeconds() / FORK_DEADLINES_PER_INVOCATION_DEADLINE);
    List<String> flags = new ArrayList<>(FLAGS);
    flags.add("-Dheddle.deadline.seconds=" + seconds);
    String uring = System.getProperty(URING);
    if (uring != null) {
      flags.add("-D" + URING + "=" + uring);
    }
    return flags;
  }
}
