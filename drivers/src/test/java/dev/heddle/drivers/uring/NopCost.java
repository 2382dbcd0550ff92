package dev.heddle.drivers.uring;

import dev.heddle.runtime.Parker;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;

/**
 * What a NOP through a {@link Ring} costs: the Java half of {@code scripts/uring-nop.sh}, which
 * says how to read it. Takes BATCH NOPS ROUNDS, and prints nanoseconds of thread CPU time per NOP,
 * one line a round.
 */
final class NopCost {
  private static long sum;

  private NopCost() {}

  public static void main(String[] args) throws UnavailableException {
    int batch = Integer.parseInt(args[0]);
    long nops = Long.parseLong(args[1]);
    int rounds = Integer.parseInt(args[2]);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Completions handler = (userData, result, flags) -> sum += userData;
    try (Ring ring = Ring.open(RingOptions.owned(256))) {
      for (int round = 0; round < rounds; round++) {
        long start = threads.getCurrentThreadCpuTime();
        run(ring, batch, nops, handler);
        long nanos = threads.getCurrentThreadCpuTime() - start;
        System.out.printf(Locale.ROOT, "%.2f%n", (double) nanos / nops);
      }
    }
    if (sum == 0) {
      throw new IllegalStateException("no completion came");
    }
  }

  private static void run(Ring ring, int batch, long nops, Completions handler) {
    long done = 0;
    while (done < nops) {
      for (int i = 0; i < batch; i++) {
        ring.sq.nop(done + i);
      }
      ring.submitAndWait(Parker.NEVER);
      done += ring.forEachCompletion(handler);
    }
  }
}
