package dev.heddle.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Status;
import dev.heddle.harness.stats.Contrast.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ContrastTest {
  private static final Quantity TIME = Quantity.time("round trip");
  private static final Plan PLAN = Runs.plan(6, "a", "b", "-c");
  private static final List<ForkRecord> OK = Runs.allOk(PLAN);

  private static Contrast of(List<ForkRecord> forks) {
    return Contrast.of(PLAN, forks, log -> null);
  }

  private static Side side(int cell) {
    return new Side(cell, TIME);
  }

  @Test
  void anyTwoCellsAreComparedByTheirBlocks() {
    Estimate ratio = of(OK).ratio(side(2), side(1));
    assertThat(Objects.requireNonNull(ratio.value())).isCloseTo(1.5, within(1e-9));
    assertThat(Objects.requireNonNull(ratio.lo())).isCloseTo(1.5, within(0.01));
    assertThat(of(OK).blocks(side(2), side(1))).isEqualTo(6);
  }

  @Test
  void aDifferenceIsInTheQuantitysUnitAndMayBeBelowZero() {
    Estimate difference = of(OK).difference(side(1), side(2));
    assertThat(Objects.requireNonNull(difference.value())).isCloseTo(-100, within(1.0));
    assertThat(Objects.requireNonNull(difference.hi())).isNegative();
  }

  @Test
  void underFiveBlocksThereIsNoInterval() {
    Plan few = Runs.plan(4, "a");
    Estimate ratio = Contrast.of(few, Runs.allOk(few), log -> null).ratio(side(1), side(0));
    assertThat(ratio.value()).isNotNull();
    assertThat(ratio.lo()).isNull();
  }

  @Test
  void theControlsBandIsOfTheSameQuantity() {
    Interval band = Objects.requireNonNull(of(OK).band(side(1)));
    assertThat(band.lo()).isCloseTo(1 - Control.MINIMAL_MARGIN, within(0.01));
    assertThat(band.hi()).isCloseTo(1 + Control.MINIMAL_MARGIN, within(0.01));
  }

  @Test
  void countersAreAskedOfEachFork() {
    Quantity steals = Quantity.counters("%", "steals", "polls", 100);
    assertThat(of(OK).mean(new Side(1, steals)).value()).isEqualTo(0.25);
  }

  @Test
  void whatAForkDoesNotTellIsUnknownOfItsCell() {
    Quantity unheardOf = Quantity.counters("x", "unheard-of", "polls", 1);
    assertThat(of(OK).mean(new Side(1, unheardOf))).isEqualTo(Estimate.UNKNOWN);
    assertThat(of(OK).ratio(new Side(1, unheardOf), side(0))).isEqualTo(Estimate.UNKNOWN);
  }

  @Test
  void aQuantileIsOfTheForksOwnHistogramAndNeedsSamplesBeyondIt() {
    Histogram many = new Histogram(3);
    for (int i = 1; i <= 20_000; i++) {
      many.recordValue(i * 1_000L);
    }
    PlannedFork fork = PLAN.forks().getFirst();
    ForkRecord record = Runs.ok(PLAN, fork, 1);
    ForkRecord logged = withLog(record, Map.of("response/light", "light.hlog"));
    assertThat(Quantity.quantile("response/light", 99).of(logged, log -> many))
        .singleElement()
        .satisfies(value -> assertThat(value).isCloseTo(19_800, within(30.0)));
    assertThat(Quantity.quantile("response/light", 99.9).of(logged, log -> many)).isEmpty();
    assertThat(Quantity.quantile("response/heavy", 50).of(logged, log -> many)).isEmpty();
  }

  private static ForkRecord withLog(ForkRecord fork, Map<String, String> distributions) {
    return new ForkRecord(
        fork.schema(),
        fork.id(),
        fork.block(),
        fork.order(),
        fork.cell(),
        fork.twin(),
        fork.status(),
        fork.note(),
        fork.startedAt(),
        fork.wallSeconds(),
        fork.unit(),
        fork.nanosPerUnit(),
        fork.units(),
        fork.cpuNanos(),
        fork.allocatedBytes(),
        fork.counters(),
        fork.observed(),
        fork.hdr(),
        fork.jmh(),
        fork.gauge(),
        fork.lateness(),
        distributions);
  }

  @Test
  void aCellThatFailedWasSkippedOrHasNotRunSaysSo() {
    List<ForkRecord> forks = new ArrayList<>(OK);
    PlannedFork first =
        PLAN.forks().stream().filter(fork -> fork.cell() == 1).findFirst().orElseThrow();
    forks.removeIf(fork -> fork.id().equals(first.id()));
    assertThat(of(forks).trouble(1)).isEqualTo("1 of 6 forks have not run yet");
    forks.add(Runs.bad(PLAN, first, Status.HUNG, "not over"));
    assertThat(of(forks).trouble(1)).isEqualTo("1 of 6 forks hung: not over");
    assertThat(of(forks).ratio(side(1), side(0))).isEqualTo(Estimate.UNKNOWN);
    assertThat(of(forks).trouble(3)).isEqualTo("skipped: needs a kernel that is not here");
    assertThat(of(forks).trouble(2)).isEmpty();
  }

  @Test
  void theGrowthExponentIsThatOfTheTables() {
    Plan sized = SizedRuns.timers(5, List.of("a", "b"), 1_000, 10_000, 100_000);
    List<ForkRecord> forks =
        SizedRuns.forks(
            sized,
            (cell, block) -> {
              double power = cell.timer().equals("a") ? 0.1 : 0.4;
              return new double[] {
                10 * Math.pow(SizedRuns.size(cell), power) * (1 + 0.01 * (block % 3))
              };
            });
    Contrast contrast = Contrast.of(sized, forks, log -> null);
    List<Side> a = List.of(side(0), side(2), side(4));
    List<Side> b = List.of(side(1), side(3), side(5));
    Estimate ofTable = SizedRuns.growth(sized, forks).curves().getFirst().exponent();
    assertThat(Objects.requireNonNull(contrast.exponent(a).value()))
        .isCloseTo(Objects.requireNonNull(ofTable.value()), within(1e-12));
    assertThat(Objects.requireNonNull(contrast.exponent(b, a).value()))
        .isCloseTo(0.3, within(1e-9));
  }
}
