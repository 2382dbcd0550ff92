package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ObservedTest {

  @Test
  void theKernelsRangesOfCpusAreWrittenOut() {
    assertThat(Observed.expand("0-2,5,8-9")).containsExactly(0, 1, 2, 5, 8, 9);
  }

  @Test
  void jvmArgumentsThatHoldAPathOrTheUsersNameAreLeftOut() {
    List<String> arguments =
        List.of(
            "-XX:+UseG1GC",
            "-Xmx2g",
            "-Djava.io.tmpdir=/var/tmp/x",
            "-javaagent:/opt/agent.jar",
            "-Dheddle.fork.dir=C:\\runs",
            "-Downer=ada",
            "-Dheddle.deadline.seconds=5");
    assertThat(Observed.withoutPaths(arguments, "ada", List.of()))
        .containsExactly("-XX:+UseG1GC", "-Xmx2g", "-Dheddle.deadline.seconds=5");
  }

  @Test
  void whatTheHarnessAskedForIsKeptWhateverTheUserIsCalled() {
    assertThat(
            Observed.withoutPaths(
                List.of("-Dheddle.metrics=off", "-Dname=heddle"), "heddle", List.of()))
        .containsExactly("-Dheddle.metrics=off");
  }

  @Test
  void whatTheStrategyNeedsIsToldWhateverTheUserIsCalled() {
    assertThat(
            Observed.withoutPaths(
                List.of("-Djdk.pool=2", "-Djdk.other=2", "-Dpath=a/b"),
                "jdk",
                List.of("-Djdk.pool=2", "-Dpath=a/b")))
        .containsExactly("-Djdk.pool=2", "-Dpath=a/b");
  }
}
