package dev.heddle.workloads.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.workloads.Answers;
import dev.heddle.workloads.Check;
import dev.heddle.workloads.RequestTimes;
import dev.heddle.workloads.TestStrategies;
import dev.heddle.workloads.WorkloadFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sent is answered and measured, batch after batch. How fast is no matter here. */
class OpenLoopTest {
  private static final CpuWork WORK = CpuWork.calibrated();
  private static final Answers UNHEARD = (endpoint, due, sentAt, begun, ended) -> {};
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @TempDir private Path directory;

  private static HeddleRuntime runtime() {
    return HeddleRuntime.builder().strategy("test-plain").workers(1).build();
  }

  private static OpenLoop start(HeddleRuntime runtime, Requests requests) throws Exception {
    return OpenLoop.start(
        runtime, requests, WORK, endpoint -> false, new Check("service", DEADLINE));
  }

  private static Requests requests(int count) {
    return RequestSource.drawn(Mix.named("half-long"), false).at(2_000, count);
  }

  @Test
  void eachBatchHasAsManyAnswersAsWereAskedForAndTheStreamBeginsAnew() throws Exception {
    try (HeddleRuntime runtime = runtime();
        OpenLoop loop = start(runtime, requests(100))) {
      for (int i = 0; i < 3; i++) {
        Ruler ruler = new Ruler(loop.endpoints());
        OpenLoop.Answered answered = loop.answered(150, ruler);
        assertThat(answered.work().sent()).isEqualTo(150);
        assertThat(answered.work().onSchedule()).isBetween(0L, 150L);
        assertThat(ruler.all().response().getTotalCount()).isEqualTo(150);
        assertThat(answered.meanResponseNanos())
            .isCloseTo(ruler.all().response().getMean(), withinPercentage(1));
        long ofEndpoints =
            Stream.of("short", "long")
                .mapToLong(name -> ruler.of(name).response().getTotalCount())
                .sum();
        assertThat(ofEndpoints).isEqualTo(150);
      }
    }
  }

  @Test
  void noResponseIsShorterThanTheWorkForIt() throws Exception {
    try (HeddleRuntime runtime = runtime();
        OpenLoop loop = start(runtime, requests(200))) {
      Ruler ruler = new Ruler(loop.endpoints());
      loop.answered(200, ruler);
      RequestTimes times = ruler.of("long");
      assertThat(times.service().getMinNonZeroValue()).isPositive();
      assertThat(times.response().getMinNonZeroValue())
          .isGreaterThanOrEqualTo(times.service().getMinNonZeroValue());
    }
  }

  @Test
  void aRuntimeThatIsClosedFirstDoesNotHoldUpTheEnd() throws Exception {
    HeddleRuntime runtime = runtime();
    OpenLoop loop = start(runtime, requests(1_000));
    loop.answered(100, UNHEARD);
    runtime.close();
    loop.close();
  }

  @Test
  void requestsThatAreCancelledWhileTheyAreWaitedForAreToldOf() throws Exception {
    HeddleRuntime runtime = runtime();
    try (OpenLoop loop = start(runtime, requests(1_000))) {
      loop.answered(100, UNHEARD);
      runtime.close();
      assertThatThrownBy(() -> loop.answered(1_000, UNHEARD))
          .isInstanceOf(WorkloadFailure.class)
          .hasMessageStartingWith("service: expected ");
    }
  }

  @Test
  void whatWasRecordedIsSentAgainAtAnyRate() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("trace.csv"),
            "due_us,endpoint,service_us\n0,get,1\n100,put,2\n1000,get,1\n");
    System.setProperty(RequestSource.DIRECTORY, directory.toString());
    try {
      RequestSource source = RequestSource.named("replay=" + file.getFileName());
      Requests requests = source.at(3_000, 3);
      assertThat(requests.endpoints()).isEqualTo(List.of("get", "put"));
      assertThat(requests.meanGapNanos()).isBetween(333_000.0, 334_000.0);
      try (HeddleRuntime runtime = runtime();
          OpenLoop loop = start(runtime, requests)) {
        Ruler ruler = new Ruler(loop.endpoints());
        loop.answered(300, ruler);
        assertThat(ruler.of("put").response().getTotalCount()).isEqualTo(100);
      }
    } finally {
      System.clearProperty(RequestSource.DIRECTORY);
    }
  }

  @Test
  void aTaskThatIsLostOrRunTwiceIsToldOf() {
    for (var strategy : List.of(new TestStrategies.Dropping(), new TestStrategies.Doubling())) {
      try (HeddleRuntime runtime =
          HeddleRuntime.builder().strategy(strategy.name()).workers(1).build()) {
        assertThatThrownBy(() -> ServiceRuns.run("service", runtime, Duration.ofSeconds(1), false))
            .isInstanceOf(WorkloadFailure.class)
            .hasMessageStartingWith("service: expected ");
      }
    }
  }
}
