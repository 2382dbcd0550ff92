package dev.heddle.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.timers.BinaryHeap;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Who fires timers and finds no memory to note whom to wake has lost nobody. In a JVM of its own,
 * whose memory is full.
 */
class FullMemoryTest {

  @Test
  void whoeverWasTakenOutIsWokenAndTheOthersStay() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx12m",
                "-cp",
                System.getProperty("java.class.path"),
                Squeeze.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(jvm.getInputStream().readAllBytes(), UTF_8);
    assertThat(jvm.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(output).startsWith("all woke, though firing failed");
    assertThat(jvm.exitValue()).isZero();
  }

  /** What runs there. */
  static final class Squeeze {
    private static final int TIMERS = 20_000;

    private final HandClock clock = new HandClock();
    private final QueueTimers timers = new QueueTimers(new BinaryHeap().create(0), clock);
    private final TimerWatch watch = timers.newWatch(() -> {});
    private final byte[] @Nullable [] ballast = new byte[200_000][];
    private int pieces;
    private int woken;

    private void squeeze() {
      for (int size = 1 << 16; size >= 16; size /= 4) {
        try {
          while (true) {
            ballast[pieces] = new byte[size];
            pieces++;
          }
        } catch (OutOfMemoryError tooLong) {
          // the next size
        }
      }
    }

    private void release(int many) {
      for (int i = 0; i < many && pieces > 0; i++) {
        ballast[--pieces] = null;
      }
    }

    /** Returns how often firing failed. */
    int run(boolean inNeed) {
      for (int i = 0; i < TIMERS; i++) {
        timers.insert(new TimerEntry(1 + i), () -> woken++);
      }
      clock.nanos = TIMERS;
      if (inNeed) {
        squeeze();
      }
      int failures = 0;
      while (timers.size() > 0) {
        try {
          if (!inNeed && failures == 0) {
            throw new OutOfMemoryError("so that this is loaded and linked too");
          }
          watch.fireDue();
        } catch (OutOfMemoryError noMemory) {
          if (inNeed && pieces == 0) {
            throw noMemory;
          }
          failures++;
          release(1 << Math.min(failures, 16)); // small pieces come first
        }
        if (woken != TIMERS - timers.size()) {
          release(pieces);
          throw new AssertionError(woken + " woke, and " + timers.size() + " are left");
        }
      }
      release(pieces);
      return failures;
    }

    public static void main(String[] args) {
      new Squeeze().run(false); // so that all code is loaded and linked
      int failures = new Squeeze().run(true);
      System.out.println("all woke, though firing failed " + failures + " times");
      System.exit(failures > 0 ? 0 : 3);
    }
  }
}
