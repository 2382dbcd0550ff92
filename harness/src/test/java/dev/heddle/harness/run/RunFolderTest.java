package dev.heddle.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  private static final Plan PLAN = TestPlans.of(60, "a", "b");

  @TempDir private Path parent;

  @Test
  void aPlanReadsBackAsItWasWritten() throws IOException {
    assertThat(create().readPlan()).isEqualTo(PLAN);
  }

  @Test
  void aRecordReadsBackAsItWasWritten() throws IOException {
    RunFolder folder = create();
    folder.append(TestPlans.record(PLAN, PLAN.forks().getFirst()));
    assertThat(folder.readForks().records())
        .containsExactly(TestPlans.record(PLAN, PLAN.forks().getFirst()));
  }

  @Test
  void aCutOffLastLineIsLeftOutWithANotice() throws IOException {
    RunFolder folder = create();
    folder.append(TestPlans.record(PLAN, PLAN.forks().getFirst()));
    append(folder, "{\"schema\":");
    RecordedForks forks = folder.readForks();
    assertThat(forks.records()).hasSize(1);
    assertThat(forks.notice()).contains("10 bytes").doesNotContain("\n");
  }

  @Test
  void aFolderWithoutAPlanIsNoRunsFolder() {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> RunFolder.open(parent))
        .withMessageContaining("is not a run's folder");
  }

  @Test
  void aPlanOfAnotherSchemaIsRefused() throws IOException {
    RunFolder folder = create();
    folder.writeText("plan.json", "{\"schema\":\"heddle.plan/9\"}");
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(folder::readPlan)
        .withMessageContainingAll("heddle.plan/9", "heddle.plan/1");
  }

  @Test
  void aRecordOfAnotherSchemaIsRefused() throws IOException {
    RunFolder folder = create();
    append(folder, "{\"schema\":\"heddle.fork/9\"}\n");
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(folder::readForks)
        .withMessageContainingAll("heddle.fork/9", "heddle.fork/1");
  }

  @Test
  void aForkRecordedTwiceIsRefused() throws IOException {
    RunFolder folder = create();
    folder.append(TestPlans.record(PLAN, PLAN.forks().getFirst()));
    folder.append(TestPlans.record(PLAN, PLAN.forks().getFirst()));
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(folder::readForks)
        .withMessageContaining("two records of b01-001");
  }

  @Test
  void whatIsNoRecordInTheMiddleIsRefusedWithItsLine() throws IOException {
    RunFolder folder = create();
    append(folder, "not JSON\n");
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(folder::readForks)
        .withMessageContaining("line 1");
  }

  @Test
  void aFolderIsNotMadeTwice() throws IOException {
    create();
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(this::create)
        .withMessageContaining("exists");
  }

  private RunFolder create() throws IOException {
    return RunFolder.create(parent.resolve("run"), PLAN);
  }

  private static void append(RunFolder folder, String text) throws IOException {
    Files.writeString(
        folder.resolve("forks.jsonl"), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
