package dev.heddle.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.ForkRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTest {
  private static final Plan PLAN = TestPlans.of(60, "a", "b", "c");

  private static final RunListener SILENT =
      new RunListener() {
        @Override
        public void started(PlannedFork fork) {}

        @Override
        public void ended(ForkRecord record) {}
      };

  @TempDir private Path parent;
  private final List<String> launched = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // made before each test
  private RunFolder folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = RunFolder.create(parent.resolve("run"), PLAN);
  }

  @Test
  void everyForkOfThePlanIsRecordedInItsOrder() throws IOException {
    run(this::succeed);
    assertThat(recorded()).containsExactly("b01-001", "b01-002", "b01-003");
  }

  @Test
  void aForkThatHasItsRecordIsNotRunAgain() throws IOException {
    folder.append(TestPlans.record(PLAN, PLAN.forks().get(1)));
    run(this::succeed);
    assertThat(launched).containsExactly("b01-001", "b01-003");
  }

  @Test
  void aRecordThatWasCutOffIsRemovedAndItsForkRunAgain() throws IOException {
    folder.append(TestPlans.record(PLAN, PLAN.forks().get(0)));
    Path file = folder.resolve("forks.jsonl");
    Files.writeString(file, "{\"schema\":\"heddle.fork/1\",\"id\":\"b0", StandardOpenOption.APPEND);
    run(this::succeed);
    assertThat(recorded()).containsExactly("b01-001", "b01-002", "b01-003");
  }

  @Test
  void anInterruptedForkLeavesNoRecordAndEndsTheRun() throws IOException {
    run(fork -> fork.order() == 2 ? Optional.empty() : succeed(fork));
    assertThat(recorded()).containsExactly("b01-001");
  }

  @Test
  void aForkKilledByAStopLeavesNoRecord() throws Exception {
    stopDuring(this::succeed);
    assertThat(recorded()).isEmpty();
  }

  @Test
  void whatAnEndingJvmRefusesAForkIsNoFailure() throws Exception {
    stopDuring(fork -> {
      throw new IllegalStateException("Shutdown in progress");
    });
    assertThat(recorded()).isEmpty();
  }

  /** Stops the engine while its first fork runs, which ends so once it was killed. */
  private void stopDuring(Function<PlannedFork, Optional<ForkRecord>> afterTheKill)
      throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch killed = new CountDownLatch(1);
    Engine engine =
        new Engine(
            folder,
            PLAN,
            new ForkLauncher() {
              @Override
              public Optional<ForkRecord> launch(PlannedFork fork) {
                running.countDown();
                awaitUninterrupted(killed);
                return afterTheKill.apply(fork);
              }

              @Override
              public void kill() {
                killed.countDown();
              }
            },
            SILENT);
    Thread stopper =
        new Thread(() -> {
          awaitUninterrupted(running);
          engine.stop();
        });
    stopper.start();
    assertThat(engine.run()).isTrue();
    stopper.join();
  }

  private void run(Function<PlannedFork, Optional<ForkRecord>> launch) throws IOException {
    ForkLauncher launcher =
        new ForkLauncher() {
          @Override
          public Optional<ForkRecord> launch(PlannedFork fork) {
            return launch.apply(fork);
          }

          @Override
          public void kill() {}
        };
    new Engine(folder, PLAN, launcher, SILENT).run();
  }

  private Optional<ForkRecord> succeed(PlannedFork fork) {
    launched.add(fork.id());
    return Optional.of(TestPlans.record(PLAN, fork));
  }

  private List<String> recorded() throws IOException {
    return folder.readForks().records().stream().map(ForkRecord::id).toList();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
