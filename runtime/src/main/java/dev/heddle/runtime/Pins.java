package dev.heddle.runtime;

import dev.heddle.runtime.spi.Distance;
import dev.heddle.runtime.topology.Affinity;
import java.util.List;

/**
 * The CPUs that a runtime's workers are held to, if they are. A worker's thread takes the CPU when
 * it takes the core and gives it back when it leaves the core. Thread-safe.
 */
sealed interface Pins permits Pins.None, CpuPins {
  /** Nobody is held to anything. */
  Pins NONE = new None();

  /**
   * The pins of so many workers.
   *
   * @throws IllegalArgumentException in one line, if this system cannot hold a thread to a CPU
   */
  static Pins of(Pinning pinning, int workers) {
    if (pinning == Pinning.NONE) {
      return NONE;
    }
    Affinity.unavailable()
        .ifPresent(reason -> {
          throw new IllegalArgumentException(
              "pin was '%s'; %s: leave it out".formatted(pinning.label(), reason));
        });
    return CpuPins.ofThisProcess(workers);
  }

  /**
   * Holds the calling thread to this worker's CPU.
   *
   * @throws IllegalStateException in one line, if the system refuses, or lets it run elsewhere too
   */
  void take(int worker);

  /** The calling thread may run on all CPUs of the process again. */
  void giveBack();

  /** Returns once every worker has a thread that took its CPU, or was refused it. */
  void awaitTaken();

  /** The CPU of each worker, as its thread read it back; empty if they are not pinned. */
  List<Integer> cpus();

  /**
   * How far it is from one worker's CPU to another's.
   *
   * @throws IllegalArgumentException in one line, if they are not pinned
   */
  Distance distance(int worker, int other);

  /** See {@link #NONE}. */
  final class None implements Pins {
    private None() {}

    @Override
    public void take(int worker) {}

    @Override
    public void giveBack() {}

    @Override
    public void awaitTaken() {}

    @Override
    public List<Integer> cpus() {
      return List.of();
    }

    @Override
    public Distance distance(int worker, int other) {
      throw new IllegalArgumentException(
          "the distance between two workers is known only where they stay; pin the workers"
              + " (--pin cores, RuntimeBuilder.pin)");
    }
  }
}
