package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadCatalogTest {

  @Test
  void theCatalogHoldsEveryWorkloadOfThisRoomUnderItsName() {
    assertThat(ours())
        .extracting(WorkloadInfo::name)
        .containsExactly(
            "accept-churn",
            "chained-spawn",
            "cpu-hog-balanced",
            "cpu-hog-heavy",
            "cpu-hog-pool",
            "echo",
            "echo-netty-epoll",
            "echo-netty-io-uring",
            "echo-open",
            "echo-threads",
            "echo-virtual-threads",
            "fan-out-in",
            "fib",
            "file-read-blocking-pool",
            "file-read-on-worker",
            "idle-connection-footprint",
            "idle-connections",
            "idle-workers",
            "lock-async",
            "lock-blocking",
            "mpsc",
            "mpsc-unbounded",
            "nqueens",
            "open-load",
            "ping-pong",
            "remote-spawn",
            "ring",
            "ring-tokens",
            "service",
            "skynet",
            "sleepers",
            "sleepers-fork-join-delays",
            "sleepers-virtual-threads",
            "sleeping-task-footprint-100k",
            "sleeping-task-footprint-1m",
            "spaced-tasks",
            "spawn-many-busy",
            "spawn-many-local",
            "spawn-many-remote",
            "spawn-many-respawning",
            "spread",
            "starvation",
            "task-footprint-100k",
            "task-footprint-1m",
            "thread-footprint",
            "thread-footprint-reserved",
            "thread-hand-over",
            "timer-cancel-random",
            "timer-churn",
            "timer-contended",
            "timer-empty-jump",
            "timer-expire",
            "timer-insert-cancel",
            "timer-lateness",
            "timer-lateness-gc",
            "timer-lateness-loaded",
            "timer-lateness-thread",
            "tiny-batch",
            "wake-latency",
            "yield-many");
  }

  @Test
  void aWorkloadCarriesItsUnitAndTheNameByWhichJmhRunsIt() {
    assertThat(ours())
        .contains(
            new WorkloadInfo(
                "ping-pong",
                "round trip",
                "1,000 tasks, each spawns a peer and exchanges two oneshots with it",
                "",
                "dev.heddle.workloads.PingPong.pingPong",
                Axes.STRATEGIES,
                Availability.Always.class,
                ""));
  }

  @Test
  void aWorkloadInAnotherBenchmarkListOfTheClassPathIsFoundWithoutRegistration() {
    assertThat(WorkloadCatalog.all())
        .contains(
            new WorkloadInfo(
                "test-counted",
                "task",
                "for tests: tasks of one poll",
                "",
                "dev.heddle.workloads.CountedWork.countedWork",
                Axes.STRATEGIES,
                Availability.Always.class,
                ""));
  }

  @Test
  void aPeerNamesAWorkloadThatCountsTheSame() {
    assertThat(ours())
        .filteredOn(workload -> !workload.peerOf().isEmpty())
        .isNotEmpty()
        .allSatisfy(peer ->
            assertThat(ours())
                .filteredOn(workload -> workload.name().equals(peer.peerOf()))
                .extracting(WorkloadInfo::scoreUnit)
                .containsExactly(peer.scoreUnit()));
  }

  private static List<WorkloadInfo> ours() {
    return WorkloadCatalog.all().stream()
        .filter(workload -> !workload.name().startsWith("test-"))
        .toList();
  }
}
