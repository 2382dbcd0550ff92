package dev.heddle.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Status;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class RunResultTest {
  private static final Histograms NO_LOGS = log -> null;

  private static RunResult result(Plan plan, List<ForkRecord> forks) {
    return RunResult.of(plan, forks, NO_LOGS);
  }

  /** All ok, but for those forks of cell 1 that the predicate picks. */
  private static List<ForkRecord> with(Plan plan, Status status, Predicate<PlannedFork> picked) {
    return Stream.of(Runs.allOk(plan).toArray(ForkRecord[]::new))
        .map(record -> {
          PlannedFork fork =
              plan.forks().stream()
                  .filter(one -> one.id().equals(record.id()))
                  .findFirst()
                  .orElseThrow();
          return fork.cell() == 1 && picked.test(fork)
              ? Runs.bad(plan, fork, status, "ping-pong: 3 of 4")
              : record;
        })
        .toList();
  }

  private static double value(Estimate estimate) {
    return Objects.requireNonNull(estimate.value());
  }

  @Test
  void the_ratio_is_the_quotient_of_the_scores() {
    Plan plan = Runs.plan(5, "work-stealing");
    List<CellResult> cells = result(plan, Runs.allOk(plan)).cells();

    double quotient = value(cells.get(1).score()) / value(cells.get(0).score());

    assertThat(cells.get(1).ratio().value()).isCloseTo(quotient, within(1e-12));
  }

  @Test
  void what_a_block_does_to_all_forks_alike_does_not_widen_the_ratio() {
    Plan plan = Runs.plan(5, "work-stealing");
    List<ForkRecord> forks =
        plan.forks().stream()
            .map(fork -> Runs.ok(plan, fork, 100.0 * (fork.cell() + 1) * (1 << fork.block())))
            .toList();

    Estimate ratio = result(plan, forks).cells().get(1).ratio();

    assertThat(ratio.lo()).isCloseTo(2, within(1e-9));
    assertThat(ratio.hi()).isCloseTo(2, within(1e-9));
  }

  @Test
  void one_block_gives_values_without_intervals() {
    Plan plan = Runs.plan(1, "work-stealing");

    CellResult cell = result(plan, Runs.allOk(plan)).cells().get(1);

    assertThat(cell.score()).isEqualTo(new Estimate(200.2, null, null));
    assertThat(cell.ratio().value()).isCloseTo(2, within(1e-12));
    assertThat(cell.ratio().lo()).isNull();
  }

  @Test
  void four_blocks_give_geometric_means_without_intervals_and_no_word() {
    Plan plan = Runs.plan(4, "work-stealing");
    List<ForkRecord> forks =
        plan.forks().stream()
            .map(fork -> Runs.ok(plan, fork, fork.cell() == 1 ? 100 << fork.block() : 100))
            .toList();

    RunResult result = result(plan, forks);
    CellResult cell = result.cells().get(1);

    assertThat(cell.score().value()).isCloseTo(100 * Math.pow(2, 2.5), within(1e-9));
    assertThat(cell.ratio().value()).isCloseTo(Math.pow(2, 2.5), within(1e-9));
    assertThat(List.of(cell.score(), cell.ratio(), result.controls().getFirst().ratio()))
        .allSatisfy(estimate -> {
          assertThat(estimate.lo()).isNull();
          assertThat(estimate.hi()).isNull();
        });
    assertThat(result.controls().getFirst().band()).isNull();
    assertThat(cell.judgement()).isNull();
    assertThat(cell.note()).isEqualTo("fewer than 5 blocks: no interval");
  }

  @Test
  void five_blocks_give_intervals_and_a_word() {
    Plan plan = Runs.plan(5, "work-stealing");
    CellResult cell = result(plan, Runs.allOk(plan)).cells().get(1);

    assertThat(cell.score().lo()).isNotNull();
    assertThat(cell.ratio().lo()).isNotNull();
    assertThat(cell.note()).isEmpty();
    assertThat(cell.judgement()).extracting(Judgement::verdict).isEqualTo(Verdict.SLOWER);
  }

  @Test
  void a_ratio_of_too_few_common_blocks_has_no_interval_though_the_score_has() {
    Plan plan = Runs.plan(6, "work-stealing");
    List<ForkRecord> forks =
        plan.forks().stream()
            .map(fork ->
                fork.cell() == 0 && fork.block() > 4
                    ? Runs.bad(plan, fork, Status.VOID, "another collector")
                    : Runs.ok(plan, fork, 100))
            .toList();

    CellResult cell = result(plan, forks).cells().get(1);

    assertThat(cell.score().lo()).isNotNull();
    assertThat(cell.ratio().value()).isCloseTo(1, within(1e-12));
    assertThat(cell.ratio().lo()).isNull();
    assertThat(cell.note()).isEqualTo("fewer than 5 blocks: no interval of the ratio");
  }

  @Test
  void the_band_holds_the_whole_interval_of_the_control() {
    assertThat(Control.band(new Estimate(1.2, 1.1, 1.3))).isEqualTo(new Interval(0.9, 1.3));
    assertThat(Control.band(new Estimate(0.9, 0.7, 0.95))).isEqualTo(new Interval(0.7, 1.125));
  }

  @Test
  void nine_blocks_give_no_permutation_p() {
    Plan plan = Runs.plan(9, "work-stealing");

    assertThat(result(plan, Runs.allOk(plan)).cells().get(1).signs()).isNull();
  }

  @Test
  void ten_blocks_give_a_permutation_p_and_a_superiority() {
    Plan plan = Runs.plan(10, "work-stealing");

    assertThat(result(plan, Runs.allOk(plan)).cells().get(1).signs())
        .isEqualTo(new SignFlip(2.0 / 1024, 0));
  }

  @Test
  void the_baseline_is_1_by_definition_and_gets_no_word() {
    Plan plan = Runs.plan(5, "work-stealing");
    CellResult baseline = result(plan, Runs.allOk(plan)).cells().get(0);

    assertThat(baseline.ratio()).isEqualTo(new Estimate(1.0, null, null));
    assertThat(baseline.judgement()).isNull();
  }

  @Test
  void twins_are_compared_with_the_baseline_and_kept_out_of_its_score() {
    Plan plan = Runs.plan(2, "work-stealing");
    List<ForkRecord> forks =
        plan.forks().stream().map(fork -> Runs.ok(plan, fork, fork.twin() ? 110 : 100)).toList();

    RunResult result = result(plan, forks);

    assertThat(result.controls()).hasSize(1);
    assertThat(result.controls().getFirst().ratio().value()).isCloseTo(1.1, within(1e-12));
    assertThat(result.cells().getFirst().score().value()).isCloseTo(100, within(1e-9));
  }

  @Test
  void the_band_is_never_narrower_than_3_per_cent() {
    assertThat(Control.band(new Estimate(1.0, 0.99, 1.01))).isEqualTo(new Interval(0.97, 1.03));
  }

  @Test
  void the_band_is_half_the_width_of_the_control_to_both_sides() {
    assertThat(Control.band(new Estimate(1.0, 0.75, 1.25))).isEqualTo(new Interval(0.75, 1.25));
  }

  @Test
  void a_control_beyond_a_factor_of_two_leaves_nothing_to_be_called_faster() {
    assertThat(Control.band(new Estimate(1.0, 0.5, 4.0))).isEqualTo(new Interval(0, 4));
  }

  @Test
  void a_control_without_interval_has_no_band() {
    assertThat(Control.band(new Estimate(1.0, null, null))).isNull();
  }

  @Test
  void a_failed_fork_takes_all_numbers_of_its_cell_away() {
    Plan plan = Runs.plan(5, "work-stealing");
    CellResult cell =
        result(plan, with(plan, Status.FAILED, fork -> fork.block() == 3)).cells().get(1);

    assertThat(cell.status()).isEqualTo(Status.FAILED);
    assertThat(cell.note()).isEqualTo("1 of 5 forks failed: ping-pong: 3 of 4");
    assertThat(cell.score()).isEqualTo(Estimate.UNKNOWN);
    assertThat(cell.ratio()).isEqualTo(Estimate.UNKNOWN);
    assertThat(cell.costs()).isEqualTo(Costs.UNKNOWN);
    assertThat(cell.forks()).isZero();
  }

  @Test
  void a_void_fork_is_left_out_and_counted() {
    Plan plan = Runs.plan(5, "work-stealing");
    CellResult cell =
        result(plan, with(plan, Status.VOID, fork -> fork.block() == 3)).cells().get(1);

    assertThat(cell.status()).isEqualTo(Status.VOID);
    assertThat(cell.forks()).isEqualTo(4);
    assertThat(cell.pairedBlocks()).isEqualTo(4);
    assertThat(cell.score().value()).isNotNull();
  }

  @Test
  void a_failed_baseline_takes_the_ratios_away_and_leaves_the_scores() {
    Plan plan = Runs.plan(5, "work-stealing");
    List<ForkRecord> forks =
        plan.forks().stream()
            .map(fork ->
                fork.cell() == 0 && !fork.twin()
                    ? Runs.bad(plan, fork, Status.HUNG, "no end")
                    : Runs.ok(plan, fork, 100))
            .toList();

    CellResult cell = result(plan, forks).cells().get(1);

    assertThat(cell.ratio()).isEqualTo(Estimate.UNKNOWN);
    assertThat(cell.score().value()).isCloseTo(100, within(1e-9));
  }

  @Test
  void a_skipped_cell_says_why() {
    Plan plan = Runs.plan(2, "-io-thing");
    CellResult cell = result(plan, Runs.allOk(plan)).cells().get(1);

    assertThat(cell.status()).isEqualTo(Status.SKIPPED);
    assertThat(cell.note()).isEqualTo("needs a kernel that is not here");
  }

  @Test
  void a_pinned_cell_says_where_its_workers_were_found() {
    Plan plan = Runs.plan(5, "work-stealing");
    List<ForkRecord> forks =
        Runs.allOk(plan).stream().map(fork -> Runs.pinned(fork, List.of(2, 0, 2))).toList();

    assertThat(result(plan, forks).cells())
        .extracting(CellResult::note)
        .containsOnly("pinned to CPUs 0,2");
    assertThat(result(plan, Runs.allOk(plan)).cells())
        .extracting(CellResult::note)
        .containsOnly("");
  }

  @Test
  void forks_that_have_not_run_yet_are_counted_in_the_note() {
    Plan plan = Runs.plan(3, "work-stealing");
    List<ForkRecord> forks =
        Runs.allOk(plan).stream().filter(record -> record.block() < 3).toList();

    CellResult cell = result(plan, forks).cells().get(1);

    assertThat(cell.note()).isEqualTo("1 of 3 forks not run yet; fewer than 5 blocks: no interval");
    assertThat(cell.status()).isEqualTo(Status.OK);
  }

  @Test
  void costs_are_sums_divided_once() {
    Plan plan = Runs.plan(2, "work-stealing");

    assertThat(result(plan, Runs.allOk(plan)).cells().get(1).costs())
        .isEqualTo(new Costs(200.0, 48.0, 2.5, 0.5));
  }

  @Test
  void a_gauge_is_the_score_and_its_time_is_not() {
    Plan plan = Runs.plan(5, "work-stealing");
    List<ForkRecord> forks =
        plan.forks().stream()
            .map(fork -> Runs.gauged(plan, fork, fork.cell() == 0 ? 80.0 : 64.0))
            .toList();

    CellResult stealing = result(plan, forks).cells().get(1);

    assertThat(stealing.score().value()).isCloseTo(64, within(1e-9));
    assertThat(stealing.ratio().value()).isCloseTo(0.8, within(1e-9));
    assertThat(Objects.requireNonNull(stealing.judgement()).verdict()).isEqualTo(Verdict.FASTER);
  }

  @Test
  void a_foreign_pool_that_does_not_count_is_unknown_rather_than_calm() {
    Plan plan = Runs.plan(1, "fork-join");
    List<ForkRecord> forks =
        Runs.allOk(plan).stream()
            .map(record ->
                new ForkRecord(
                    record.schema(),
                    record.id(),
                    record.block(),
                    record.order(),
                    record.cell(),
                    record.twin(),
                    record.status(),
                    record.note(),
                    record.startedAt(),
                    record.wallSeconds(),
                    record.unit(),
                    record.nanosPerUnit(),
                    record.units(),
                    record.cpuNanos(),
                    record.allocatedBytes(),
                    Map.of("polls", 10L, "steals", -1L),
                    record.observed(),
                    record.hdr(),
                    record.jmh(),
                    record.gauge(),
                    record.lateness(),
                    record.distributions()))
            .toList();

    Costs costs = result(plan, forks).cells().get(1).costs();

    assertThat(costs.stealsPer1000Polls()).isNull();
    assertThat(costs.parksPer1000Polls()).isNull();
  }

  @Test
  void percentiles_come_from_the_merged_histograms_not_from_an_average() {
    Plan plan = Runs.plan(2);
    List<ForkRecord> forks =
        plan.forks().stream().map(fork -> Runs.ok(plan, fork, fork.id(), 100)).toList();
    // Cell 0 runs as the second fork of each block: 300 samples of 10 ns, then 100 of 1,000 ns.
    Histograms logs =
        log -> {
          Histogram histogram = new Histogram(3);
          histogram.setAutoResize(true);
          histogram.recordValueWithCount(
              log.startsWith("b01") ? 10 : 1_000, log.startsWith("b01") ? 300 : 100);
          return histogram;
        };

    Latency latency = RunResult.of(plan, forks, logs).cells().getFirst().latency();

    assertThat(latency.count()).isEqualTo(400);
    assertThat(latency.p50()).isEqualTo(10);
    assertThat(latency.max()).isEqualTo(1_000);
  }

  @Test
  void a_missing_histogram_log_is_named_and_leaves_no_latencies() {
    Plan plan = Runs.plan(1);
    List<ForkRecord> forks =
        plan.forks().stream().map(fork -> Runs.ok(plan, fork, "hdr/gone.hlog", 100)).toList();

    CellResult cell = result(plan, forks).cells().getFirst();

    assertThat(cell.latency()).isEqualTo(Latency.NONE);
    assertThat(cell.note())
        .isEqualTo("hdr/gone.hlog is missing: no latencies; fewer than 5 blocks: no interval");
  }

  @Test
  void a_record_of_another_plan_is_bad_input() {
    List<ForkRecord> others = Runs.allOk(Runs.plan(2, "work-stealing"));

    assertThatThrownBy(() -> result(Runs.plan(1), others)).isInstanceOf(BadInput.class);
  }

  @Test
  void an_ok_record_without_a_score_is_bad_input() {
    Plan plan = Runs.plan(1);
    List<ForkRecord> forks = plan.forks().stream().map(fork -> Runs.ok(plan, fork)).toList();

    assertThatThrownBy(() -> result(plan, forks))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("b01-001");
  }
}
