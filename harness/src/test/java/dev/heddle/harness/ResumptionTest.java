package dev.heddle.harness;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Catalogue;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.Planner;
import dev.heddle.harness.plan.Profile;
import dev.heddle.harness.plan.Request;
import dev.heddle.harness.plan.Scale;
import dev.heddle.harness.plan.WorkerCount;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.runtime.Pinning;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run is gone on with if the same is asked for, in the same words or in others. */
class ResumptionTest {
  private static final Catalogue CATALOGUE = Catalogue.ofClassPath();

  @TempDir private Path parent;

  @SuppressWarnings("NullAway.Init") // made before each test
  private Resumption resumption;

  @BeforeEach
  void plan() throws IOException {
    Plan plan =
        new Planner(CATALOGUE, 2, 16L << 30)
            .plan(
                new Request(
                    Profile.QUICK,
                    List.of("work-stealing:ring=64/256", "mini"),
                    List.of("skynet"),
                    List.of(),
                    List.of(),
                    Map.of(),
                    false,
                    List.of(2),
                    List.of(WorkerCount.of(2)),
                    Pinning.NONE,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()),
                "test",
                42);
    resumption = new Resumption(RunFolder.create(parent.resolve("run"), plan), plan);
  }

  @Test
  void aRunThatWasPlannedToTryIoUringDoesNotGoOnWithoutIt() {
    assertThatNoException().isThrownBy(() -> resumption.requireSameUring(null));
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> resumption.requireSameUring("off"))
        .withMessage(
            "-Dheddle.uring=off does not go with --resume of a run that was planned without it; start a new one");
  }

  @Test
  void theSameWordsMeanTheSameStrategies() {
    assertThatNoException()
        .isThrownBy(() ->
            resumption.requireSameStrategies(
                List.of("work-stealing:ring=64/256", "mini"), CATALOGUE));
  }

  @Test
  void otherWordsMayMeanTheSameStrategies() {
    assertThatNoException()
        .isThrownBy(() ->
            resumption.requireSameStrategies(
                List.of("mini", "global-queue", "work-stealing", "work-stealing:ring=64"),
                CATALOGUE));
  }

  @Test
  void otherStrategiesAreRefusedAsTheyWereTyped() {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() ->
            resumption.requireSameStrategies(
                List.of("work-stealing:ring=64/128", "mini"), CATALOGUE))
        .withMessage(
            "--strategies was work-stealing:ring=64/128,mini, but the run to go on with has global-queue,mini,work-stealing,work-stealing:ring=64; leave the option out");
  }

  @Test
  void theSameNumberOfWorkersIsTheSameAlthoughSomeStrategyHasFewer() {
    assertThatNoException()
        .isThrownBy(
            () -> resumption.requireSameWorkers(List.of(new WorkerCount(1, true)), CATALOGUE));
  }

  @Test
  void theSameDriversAreTheSameAlthoughSomeStrategyHasThemElsewhere() throws IOException {
    Resumption sockets = sockets("work-stealing", "selector");
    assertThatNoException()
        .isThrownBy(() ->
            sockets
                .requireSameDrivers(List.of("selector:placement=shared"), CATALOGUE)
                .requireSameDrivers(List.of("selector:placement=per-worker/shared"), CATALOGUE)
                .requireSameBaselineDriver("selector:placement=per-worker", CATALOGUE)
                .requireSameScale(Scale.CONNECTIONS, List.of(3)));
    Resumption dedicated = sockets("fork-join", "selector");
    assertThatNoException()
        .isThrownBy(() ->
            dedicated
                .requireSameDrivers(List.of("selector:placement=shared"), CATALOGUE)
                .requireSameBaselineDriver("selector", CATALOGUE));
  }

  @Test
  void otherDriversAreRefusedAsTheyWereTyped() throws IOException {
    Resumption sockets = sockets("work-stealing", "selector");
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> sockets.requireSameDrivers(List.of("selector:buffers=64"), CATALOGUE))
        .withMessage(
            "--drivers was selector:buffers=64, but the run to go on with has selector,selector:placement=dedicated,selector:placement=shared; leave the option out");
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> sockets.requireSameBaselineDriver("selector:placement=shared", CATALOGUE))
        .withMessage(
            "--baseline-driver was selector:placement=shared, but the run to go on with has selector; leave the option out");
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> sockets.requireSameScale(Scale.CONNECTIONS, List.of(4)))
        .withMessage("--connections was 4, but the run to go on with has 3; leave the option out");
  }

  /** A run of two strategies, one of them on a pool of its own, with a shared driver beside. */
  private Resumption sockets(String baseline, String baselineDriver) throws IOException {
    Plan plan =
        new Planner(CATALOGUE, 2, 16L << 30)
            .plan(
                new Request(
                    Profile.QUICK,
                    List.of("work-stealing", "fork-join"),
                    List.of("echo"),
                    List.of(),
                    List.of("selector:placement=shared"),
                    Map.of(Scale.CONNECTIONS, List.of(3)),
                    false,
                    List.of(2),
                    List.of(),
                    Pinning.NONE,
                    Optional.empty(),
                    Optional.of(baseline),
                    Optional.empty(),
                    Optional.of(baselineDriver),
                    Optional.empty()),
                "test",
                42);
    return new Resumption(RunFolder.create(parent.resolve(baseline), plan), plan);
  }

  @Test
  void anotherNumberOfWorkersIsRefused() {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> resumption.requireSameWorkers(List.of(WorkerCount.of(4)), CATALOGUE))
        .withMessage("--workers was 4, but the run to go on with has 1,2; leave the option out");
  }
}
