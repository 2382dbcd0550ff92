package dev.heddle.timers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A queue that finds no memory is as it was: what was refused is not in it, and nothing that was in
 * it is lost. In a JVM of its own, whose memory is full.
 */
class OutOfMemoryTest {

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Queues#named")
  void noTimerIsLost(Queues.Named queue) throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx12m",
                "-cp",
                System.getProperty("java.class.path"),
                Squeeze.class.getName(),
                queue.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(jvm.getInputStream().readAllBytes(), UTF_8);
    assertThat(jvm.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(output).startsWith("all came, though inserting failed");
    assertThat(jvm.exitValue()).isZero();
  }

  /** What runs there. */
  static final class Squeeze {
    private static final int TIMERS = 50_000;
    private static final long SPAN = 10_000_000_000L;

    /** Each takes a few collections of the whole heap. */
    private static final int SQUEEZES = 6;

    private static final int[] SIZES = {1 << 16, 1 << 12, 1 << 8, 1 << 4};

    private final TimerEntry[] entries = new TimerEntry[TIMERS];
    private final byte[] @Nullable [] ballast = new byte[100_000][];
    private final long tick;
    private final TimerQueue queue;

    // Made beforehand, as there is no memory for them when they are needed.
    private final Consumer<TimerEntry> taker = this::take;
    private final Runnable insertNext = this::insertNext;
    private final Runnable expire = this::expire;

    private int pieces;
    private int inserted;
    private int failedInserts;
    private int failedSteps;
    private boolean full;
    private long nowNanos;
    private int passedOn;
    private long latestTick;

    Squeeze(TimerQueueProvider provider) {
      tick = provider.tickNanos();
      queue = provider.create(0);
      SplittableRandom random = new SplittableRandom(5);
      for (int i = 0; i < TIMERS; i++) {
        entries[i] = new TimerEntry(random.nextLong(SPAN));
      }
    }

    /** Takes all the memory there is, in ever smaller pieces. */
    private void squeeze() {
      if (!full) {
        return;
      }
      for (int size : SIZES) {
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

    /** How often a step fails before there is enough memory for it. */
    private int failures(Runnable step) {
      for (int failures = 0; ; failures++) {
        try {
          step.run();
          return failures;
        } catch (OutOfMemoryError noMemory) {
          if (pieces == 0) {
            throw noMemory;
          }
          release(1 << failures); // small pieces come first
        }
      }
    }

    private void take(TimerEntry entry) {
      long of = Math.ceilDiv(entry.deadlineNanos(), tick);
      if (of < latestTick) {
        throw new AssertionError("not in order");
      }
      latestTick = of;
      passedOn++;
    }

    private void insertNext() {
      queue.insert(entries[inserted]);
    }

    private void expire() {
      queue.expire(nowNanos, taker);
    }

    void run(boolean inNeed) {
      full = inNeed;
      squeeze();
      while (inserted < TIMERS) {
        int failed = failures(insertNext);
        inserted++;
        if (failed > 0 && ++failedInserts < SQUEEZES) {
          squeeze();
        }
        if (queue.size() != inserted) {
          throw new AssertionError("a failed insert has left something");
        }
      }
      squeeze();
      for (nowNanos = 0; nowNanos <= SPAN + tick; nowNanos += SPAN / 1_000) {
        int failed = failures(expire);
        if (failed > 0 && ++failedSteps < SQUEEZES) {
          squeeze();
        }
      }
      pieces = 0;
      Arrays.fill(ballast, null);
      if (passedOn != TIMERS || queue.size() != 0) {
        throw new AssertionError(passedOn + " were due, and " + queue.size() + " are left");
      }
    }

    public static void main(String[] args) {
      TimerQueueProvider provider = (TimerQueueProvider) Providers.timer(args[0]);
      new Squeeze(provider).run(false); // so that all code is loaded and linked
      Squeeze squeeze = new Squeeze(provider);
      squeeze.run(true);
      System.out.println(
          "all came, though inserting failed %d times and expiring %d times"
              .formatted(squeeze.failedInserts, squeeze.failedSteps));
      System.exit(squeeze.failedInserts > 0 ? 0 : 3);
    }
  }
}
