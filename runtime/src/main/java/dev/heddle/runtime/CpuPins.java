package dev.heddle.runtime;

import dev.heddle.runtime.spi.Distance;
import dev.heddle.runtime.topology.Affinity;
import dev.heddle.runtime.topology.CpuList;
import dev.heddle.runtime.topology.CpuTopology;
import dev.heddle.runtime.topology.Placement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/** Each worker on one CPU of those that the process was given, by {@link Placement}. */
final class CpuPins implements Pins {
  private static final int UNKNOWN = -1;

  private final Placement placement;
  private final List<Integer> all;

  /** By worker, what its thread found when it had taken its CPU. */
  private final AtomicIntegerArray found;

  /** Opens with the last worker's first thread; those that come later have nobody to wait. */
  private final CountDownLatch untaken;

  private CpuPins(Placement placement, List<Integer> all, int workers) {
    this.placement = placement;
    this.all = all;
    found = new AtomicIntegerArray(IntStream.generate(() -> UNKNOWN).limit(workers).toArray());
    untaken = new CountDownLatch(workers);
  }

  static CpuPins ofThisProcess(int workers) {
    List<Integer> all = Affinity.ofProcess();
    try {
      return new CpuPins(Placement.on(CpuTopology.read(CpuTopology.SYSFS, all)), all, workers);
    } catch (IOException e) {
      throw new UncheckedIOException("where this machine's CPUs sit could not be read", e);
    }
  }

  @Override
  public void take(int worker) {
    List<Integer> own = List.of(placement.of(worker).id());
    try {
      Affinity.set(own);
      List<Integer> now = Affinity.get();
      if (!now.equals(own)) {
        throw new IllegalStateException(
            "worker %d was to run on CPU %s and runs on %s"
                .formatted(worker, CpuList.format(own), CpuList.format(now)));
      }
      found.set(worker, now.getFirst());
    } finally {
      untaken.countDown();
    }
  }

  @Override
  public void giveBack() {
    Affinity.set(all);
  }

  @Override
  public void awaitTaken() {
    boolean interrupted = false;
    while (true) {
      try {
        untaken.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public List<Integer> cpus() {
    return IntStream.range(0, found.length()).mapToObj(found::get).toList();
  }

  @Override
  public Distance distance(int worker, int other) {
    return placement.distance(worker, other);
  }
}
