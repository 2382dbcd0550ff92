package dev.heddle.workloads;

import dev.heddle.runtime.LatencySink;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Collects the runtime's samples of scheduling latency, in nanoseconds, at three significant
 * digits.
 *
 * <p>Each worker writes its own recorder and so needs no lock and no atomic addition; a reader
 * swaps a recorder's histogram under the writer's feet without stopping it. Adapters on foreign
 * pools may have more workers than were asked for, so recorders are added as indices appear.
 */
final class SchedulingLatency implements LatencySink {
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Object growLock = new Object();
  private volatile SingleWriterRecorder[] recorders = {};

  @Override
  public void record(int worker, long nanos) {
    SingleWriterRecorder[] known = recorders;
    (worker < known.length ? known : grownTo(worker + 1))[worker].recordValue(nanos);
  }

  private SingleWriterRecorder[] grownTo(int workers) {
    synchronized (growLock) {
      SingleWriterRecorder[] known = recorders;
      if (known.length < workers) {
        SingleWriterRecorder[] grown = Arrays.copyOf(known, workers);
        for (int i = known.length; i < workers; i++) {
          grown[i] = new SingleWriterRecorder(SIGNIFICANT_DIGITS);
        }
        recorders = grown;
        return grown;
      }
      return known;
    }
  }

  /** All workers' samples since the last call, in one histogram that is the caller's. */
  Histogram take() {
    Histogram merged = new Histogram(SIGNIFICANT_DIGITS);
    for (SingleWriterRecorder recorder : recorders) {
      merged.add(recorder.getIntervalHistogram());
    }
    return merged;
  }

  /** Forgets the samples so far. */
  void discard() {
    for (SingleWriterRecorder recorder : recorders) {
      recorder.reset();
    }
  }
}
