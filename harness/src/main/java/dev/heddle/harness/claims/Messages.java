package dev.heddle.harness.claims;

import java.util.stream.IntStream;

/** The experiment that C3 and C16 share: messages between tasks, on few workers and on many. */
final class Messages {
  static final String WORKERS = "C03-C16-workers";
  static final String WORKLOAD = "ping-pong";

  private Messages() {}

  /** One worker, as many as cores, and twice as many, always on the same cores. */
  static Experiment workers(Setting setting) {
    return Experiment.named(WORKERS, setting)
        .workloads(WORKLOAD)
        .strategies("work-stealing")
        .cores(setting.most())
        .workers(IntStream.of(1, setting.most(), 2 * setting.most()).distinct().toArray())
        .asked();
  }
}
