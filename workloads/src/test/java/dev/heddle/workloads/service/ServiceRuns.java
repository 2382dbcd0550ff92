package dev.heddle.workloads.service;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.workloads.Check;
import java.time.Duration;
import java.util.List;

/** A short run of a service, for tests that know nothing of its parts. */
public final class ServiceRuns {
  private static final int REQUESTS = 500;
  private static final double PER_SECOND = 5_000;

  private ServiceRuns() {}

  /**
   * Sends requests to two endpoints, and waits for the answers.
   *
   * @param onPool whether the second endpoint's do their work on the blocking pool
   */
  public static void run(String workload, HeddleRuntime runtime, Duration deadline, boolean onPool)
      throws InterruptedException {
    Mix mix =
        new Mix(
            workload,
            List.of(
                new Endpoint("light", 0.5, new ServiceTimes.Constant(2_000)),
                new Endpoint("heavy", 0.5, new ServiceTimes.Constant(20_000))));
    try (OpenLoop loop =
        OpenLoop.start(
            runtime,
            RequestSource.drawn(mix, false).at(PER_SECOND, REQUESTS / 2),
            CpuWork.calibrated(),
            endpoint -> onPool && endpoint == 1,
            new Check(workload, deadline))) {
      loop.answered(REQUESTS, new Ruler(loop.endpoints()));
    }
  }
}
