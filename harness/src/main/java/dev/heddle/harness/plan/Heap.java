package dev.heddle.harness.plan;

import dev.heddle.workloads.Axes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The heap of a fork: the usual one, or what a workload needs at its size. Fixed, as every fork's.
 *
 * @param mebibytes its size
 */
record Heap(long mebibytes) {
  private static final long MEBIBYTE = 1L << 20;

  /** Beside what a workload needs for its size: the young generation and all else. */
  private static final long REST_MEBIBYTES = 512;

  /** Of the host's memory: the rest is for the JVM itself, the harness and the system. */
  private static final double LARGEST_SHARE = 0.75;

  static final Heap USUAL = new Heap(1024);

  /** The heap for a workload at this size; 0 if it has none. */
  static Heap of(Axes workload, int size) {
    long needed = Math.ceilDiv((long) size * workload.heapBytesPerSize(), MEBIBYTE);
    return new Heap(
        Math.max(Math.max(USUAL.mebibytes, workload.heapMebibytes()), needed + REST_MEBIBYTES));
  }

  /** What the fork's JVM is started with beside the usual flags, which it overrides. */
  List<String> jvmFlags() {
    return mebibytes == USUAL.mebibytes
        ? List.of()
        : List.of("-Xms" + mebibytes + "m", "-Xmx" + mebibytes + "m");
  }

  /**
   * Why it cannot be had on a host with so much memory, and what to do; or empty if it can.
   *
   * @param sized whether a smaller size would need less
   */
  Optional<String> tooLargeFor(long memoryBytes, boolean sized) {
    long most = (long) (memoryBytes * LARGEST_SHARE) / MEBIBYTE;
    return mebibytes <= most
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "needs %s; of this host's %,d MiB a fork may have %,d: %s",
                this,
                memoryBytes / MEBIBYTE,
                most,
                sized
                    ? "name a smaller size with --sizes, or take a host with more memory"
                    : "take a host with more memory"));
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "a heap of %,d MiB", mebibytes);
  }
}
