package dev.heddle.drivers;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Parker;
import dev.heddle.runtime.ThreadParker;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.IoCounters;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Providers;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * What it costs to wake a parked worker, by driver: what {@code scripts/wake.sh} runs, which says
 * how to read it. Takes {@code turns ROUNDS TURNS} or {@code load PUSHES}.
 */
final class WakeCost {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final String LOCK_SUPPORT = "LockSupport";

  /** Further apart than a task takes: the worker runs dry between two. */
  private static final long[] NANOS_APART = {500, 2_000};

  /** One in how many is pushed spaced, which takes longer. */
  private static final int SPACED_OF = 10;

  private WakeCost() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "turns" -> turns(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
      case "load" -> load(Long.parseLong(args[1]));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  // ---- one wakes the other, in turn ----------------------------------------------------------

  /** The rounds of all kinds alternate, so that what disturbs one disturbs the others. */
  private static void turns(int rounds, int turns) throws Exception {
    List<Pair> pairs = new ArrayList<>();
    pairs.add(new Pair(LOCK_SUPPORT, new ThreadParker(), new ThreadParker(), turns));
    for (String driver : Setup.drivers()) {
      pairs.add(new Pair(driver, open(driver), open(driver), turns));
    }
    for (int round = 0; round < rounds; round++) {
      for (Pair pair : pairs) {
        pair.round();
      }
    }
    int warmUp = rounds / 5;
    double[] base = pairs.getFirst().cpuNanos(warmUp);
    System.out.printf(
        "%-14s %12s %12s %14s%n", "wake + park", "CPU ns", "wall ns", "CPU/LockSupport");
    for (Pair pair : pairs) {
      double[] cpu = pair.cpuNanos(warmUp);
      double[] ratios = new double[cpu.length];
      Arrays.setAll(ratios, i -> cpu[i] / base[i]);
      System.out.printf(
          Locale.ROOT,
          "%-14s %12.0f %12.0f %14.2f%n",
          pair.name,
          median(cpu),
          median(pair.wallNanos(warmUp)),
          median(ratios));
    }
    System.exit(0); // the threads of the pairs wait for another round
  }

  private static Parker open(String driver) throws IOException {
    DriverProvider provider = Providers.driver(driver);
    return provider.open(Options.defaults(), true);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Two threads, each of which parks until the other wakes it. */
  private static final class Pair {
    final String name;
    private final int turns;
    private final CyclicBarrier barrier = new CyclicBarrier(3);
    private final List<long[]> rounds = new ArrayList<>();
    private final long[] cpu = new long[2];

    /** Whose turn it is, by parity. */
    private volatile int turn;

    Pair(String name, Parker one, Parker other, int turns) {
      this.name = name;
      this.turns = turns;
      start(0, one, other);
      start(1, other, one);
    }

    private void start(int parity, Parker own, Parker others) {
      Thread.ofPlatform()
          .daemon()
          .name(name + "-" + parity)
          .start(() -> {
            while (true) {
              await();
              long begin = THREADS.getCurrentThreadCpuTime();
              play(parity, own, others);
              cpu[parity] = THREADS.getCurrentThreadCpuTime() - begin;
              await();
            }
          });
    }

    private void play(int parity, Parker own, Parker others) {
      for (int mine = parity; mine < turns; mine += 2) {
        while (turn != mine) {
          own.park(Parker.NEVER);
          own.poll();
        }
        turn = mine + 1;
        others.unpark();
      }
    }

    void round() {
      turn = 0;
      await();
      long begin = System.nanoTime();
      await();
      rounds.add(new long[] {cpu[0] + cpu[1], System.nanoTime() - begin});
    }

    private void await() {
      try {
        barrier.await();
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new IllegalStateException(e);
      }
    }

    double[] cpuNanos(int warmUp) {
      return each(warmUp, 0);
    }

    double[] wallNanos(int warmUp) {
      return each(warmUp, 1);
    }

    private double[] each(int warmUp, int which) {
      return rounds.stream()
          .skip(warmUp)
          .mapToDouble(round -> (double) round[which] / turns)
          .toArray();
    }
  }

  // ---- one pushes, and the other runs what is pushed -----------------------------------------

  private static void load(long count) throws InterruptedException {
    System.out.printf(
        "%-14s %10s %10s %10s %11s %11s %8s%n",
        "under load", "ns apart", "pushed", "ran", "wakes/push", "calls/push", "ns/push");
    for (String driver : Setup.drivers()) {
      load(driver, count, 0);
      for (long nanosApart : NANOS_APART) {
        load(driver, count / SPACED_OF, nanosApart);
      }
    }
  }

  private static void load(String driver, long count, long nanosApart) throws InterruptedException {
    try (HeddleRuntime runtime = new Setup("work-stealing", 1, driver).build()) {
      Pushes pushes = new Pushes(runtime);
      long begin = System.nanoTime();
      pushes.push(count, nanosApart);
      boolean all = pushes.awaitAll();
      long nanos = System.nanoTime() - begin;
      IoCounters did = pushes.driver();
      System.out.printf(
          Locale.ROOT,
          "%-14s %10s %10d %10d %11.4f %11.4f %8.0f%n",
          driver,
          nanosApart == 0 ? "none" : nanosApart,
          pushes.pushed(),
          pushes.ran(),
          (double) did.wakes() / count,
          (double) did.systemCalls() / count,
          (double) nanos / count);
      if (!all) {
        throw new IllegalStateException("tasks were lost");
      }
    }
  }
}
