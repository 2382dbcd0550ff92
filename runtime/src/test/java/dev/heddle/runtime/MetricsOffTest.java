package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class MetricsOffTest {
  /** Runs tasks and prints a dump. */
  static final class Main {
    public static void main(String[] args) throws InterruptedException {
      try (HeddleRuntime runtime = FifoStrategy.start(1)) {
        Scripted waiting = new Scripted("waiting", (self, context) -> Poll.PENDING);
        runtime.spawn(waiting);
        runtime.spawn(new Scripted("task", (self, context) -> self.done("done"))).join();
        System.out.println(runtime.dump().json());
      }
    }
  }

  @Test
  void nothingThatIsCountedIsKnown() throws Exception {
    try (ChildJvm child = ChildJvm.start("-Dheddle.metrics=off", Main.class)) {
      ChildJvm.Ended ended = child.end();
      assertThat(ended.exitCode()).as(ended.err()).isZero();
      JsonNode dump = new ObjectMapper().readTree(ended.out());
      JsonNode metrics = dump.get("metrics");
      assertThat(metrics.get("counters"))
          .hasSize(RuntimeCounters.class.getRecordComponents().length);
      assertThat(metrics.get("counters")).allMatch(value -> value.longValue() == -1);
      assertThat(metrics.get("workers").get(0)).allMatch(value -> value.longValue() == -1);
      assertThat(metrics.get("liveTasks").longValue()).isEqualTo(-1);
      assertThat(metrics.get("stalls").longValue()).isEqualTo(-1);
      assertThat(metrics.get("pollTimes").get("count").longValue()).isZero();
      assertThat(metrics.get("schedulingLatencies").get("count").longValue()).isZero();
      assertThat(dump.get("workers").get(0).get("polls").longValue()).isEqualTo(-1);
      JsonNode task = dump.get("tasks").get(0);
      assertThat(task.get("busyNanos").longValue()).isEqualTo(-1);
      assertThat(task.get("ageNanos").longValue()).isEqualTo(-1);
      assertThat(task.get("polls").longValue()).isEqualTo(-1);
    }
  }

  @Test
  void anotherSettingIsRefused() {
    Metrics.requireValid("on");
    Metrics.requireValid("off");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Metrics.requireValid("no"))
        .withMessage("heddle.metrics was 'no'; allowed is on or off");
  }
}
