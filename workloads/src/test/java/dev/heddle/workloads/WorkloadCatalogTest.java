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
            "echo",
            "echo-netty-epoll",
            "echo-netty-io-uring",
            "echo-open",
            "echo-threads",
            "echo-virtual-threads",
            "idle-connection-footprint",
            "idle-connections",
            "idle-workers",
            "mpsc",
            "mpsc-unbounded",
            "open-load",
            "ping-pong",
            "ring",
            "ring-tokens",
            "skynet",
            "sleepers",
            "sleepers-fork-join-delays",
            "sleepers-virtual-threads",
            "sleeping-task-footprint-100k",
            "sleeping-task-footprint-1m",
            "spaced-tasks",
            "spawn-many-local",
            "spawn-many-remote",
            "starvation",
            "task-footprint-100k",
            "task-footprint-1m",
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
