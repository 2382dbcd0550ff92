package dev.heddle.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Status;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

final class GrowthTest {
  private static final long[] DECADES = {1_000, 10_000, 100_000, 1_000_000};
  private static final List<String> ONE = List.of("wheel");
  private static final List<String> TWO = List.of("heap", "wheel");

  private static double[] costs(double cost) {
    return new double[] {cost, cost};
  }

  private static double value(GrowthCurve curve) {
    return Objects.requireNonNull(curve.exponent().value());
  }

  private static GrowthCurve only(Plan plan, List<ForkRecord> forks) {
    return SizedRuns.growth(plan, forks).curves().getFirst();
  }

  @Property(tries = 100)
  void a_power_of_the_size_is_found_as_what_it_is(
      @ForAll @DoubleRange(min = -1, max = 2) double exponent,
      @ForAll @DoubleRange(min = 0.01, max = 1_000) double coefficient,
      @ForAll @IntRange(min = 3, max = 6) int sizes,
      @ForAll @IntRange(min = 2, max = 11) int step) {
    long[] all = IntStream.range(0, sizes).mapToLong(i -> (long) Math.pow(step, i)).toArray();
    Plan plan = SizedRuns.timers(5, ONE, all);

    GrowthCurve curve =
        only(
            plan,
            SizedRuns.forks(
                plan,
                (cell, block) -> costs(coefficient * Math.pow(SizedRuns.size(cell), exponent))));

    assertThat(value(curve)).isCloseTo(exponent, within(1e-9));
    assertThat(curve.exponent().lo()).isCloseTo(exponent, within(1e-9));
    assertThat(curve.exponent().hi()).isCloseTo(exponent, within(1e-9));
    assertThat(Objects.requireNonNull(curve.coefficient()) / coefficient)
        .isCloseTo(1, within(1e-9));
    assertThat(curve.worstFactor()).isCloseTo(1, within(1e-9));
    assertThat(curve.fittedSizes()).hasSize(sizes).isSorted();
    assertThat(curve.blocks()).isEqualTo(5);
    assertThat(curve.note()).isEmpty();
  }

  @Test
  void a_line_that_does_not_fit_says_by_how_much() {
    Plan plan = SizedRuns.timers(2, ONE, 1, 10, 100);

    // Logs 0, 1, 0 to the base of 10: the best line is level at 1/3, and misses the middle by 2/3.
    GrowthCurve curve =
        only(
            plan,
            SizedRuns.forks(plan, (cell, block) -> costs(SizedRuns.size(cell) == 10 ? 10 : 1)));

    assertThat(value(curve)).isCloseTo(0, within(1e-12));
    assertThat(curve.coefficient()).isCloseTo(Math.pow(10, 1 / 3.0), within(1e-9));
    assertThat(curve.worstFactor()).isCloseTo(Math.pow(10, 2 / 3.0), within(1e-9));
  }

  @Test
  void two_sizes_have_no_exponent_and_say_why() {
    Plan plan = SizedRuns.timers(2, ONE, 10, 100);

    GrowthCurve curve = only(plan, SizedRuns.forks(plan, (cell, block) -> costs(5)));

    assertThat(curve.exponent()).isEqualTo(Estimate.UNKNOWN);
    assertThat(curve.note()).isEqualTo("no exponent: 2 sizes were measured, it needs 3");
    assertThat(curve.points()).hasSize(2);
  }

  @Test
  void a_size_that_was_skipped_or_failed_is_left_out_and_named() {
    Plan plan = SizedRuns.timers(5, ONE, 10, 100, 1_000, 10_000, 1_000_000_000);
    List<ForkRecord> forks =
        plan.forks().stream()
            .map(fork -> {
              double size = SizedRuns.size(plan.cellOf(fork).cell());
              return size == 10_000
                  ? Runs.bad(plan, fork, Status.HUNG, "past its deadline")
                  : Runs.ok(plan, fork, costs(size));
            })
            .toList();

    GrowthCurve curve = only(plan, forks);

    assertThat(value(curve)).isCloseTo(1, within(1e-9));
    assertThat(curve.fittedSizes()).containsExactly(10L, 100L, 1_000L);
    assertThat(curve.note())
        .isEqualTo("no cost at 10,000 (hung); no cost at 1,000,000,000 (skipped)");
  }

  @Test
  void a_size_that_has_not_run_yet_is_not_called_skipped() {
    Plan plan = SizedRuns.timers(1, ONE, 10, 100, 1_000_000_000);

    assertThat(only(plan, List.of()).note())
        .isEqualTo(
            "no exponent: 0 sizes were measured, it needs 3; no cost at 10 (not run yet); no cost at 100 (not run yet); no cost at 1,000,000,000 (skipped)");
  }

  @Test
  void a_block_in_which_a_size_is_void_does_not_count() {
    Plan plan = SizedRuns.timers(4, ONE, 10, 100, 1_000);
    List<ForkRecord> forks =
        plan.forks().stream()
            .map(fork -> {
              double size = SizedRuns.size(plan.cellOf(fork).cell());
              // The two other forks of the same block would bend the line.
              return fork.block() != 2
                  ? Runs.ok(plan, fork, costs(size))
                  : size == 100
                      ? Runs.bad(plan, fork, Status.VOID, "another collector")
                      : Runs.ok(plan, fork, costs(size * size));
            })
            .toList();

    GrowthCurve curve = only(plan, forks);

    assertThat(curve.blocks()).isEqualTo(3);
    assertThat(value(curve)).isCloseTo(1, within(1e-9));
  }

  @Test
  void sizes_that_share_no_block_have_no_exponent() {
    Plan plan = SizedRuns.timers(2, ONE, 10, 100, 1_000);
    List<ForkRecord> forks =
        plan.forks().stream()
            .map(fork ->
                fork.cell() == fork.block()
                    ? Runs.bad(plan, fork, Status.VOID, "another collector")
                    : Runs.ok(plan, fork, 7))
            .toList();

    assertThat(only(plan, forks).note()).isEqualTo("no exponent: no block has every size");
  }

  @Test
  void four_blocks_give_an_exponent_without_an_interval() {
    Plan plan = SizedRuns.timers(4, ONE, 10, 100, 1_000);

    GrowthCurve curve =
        only(plan, SizedRuns.forks(plan, (cell, block) -> costs(SizedRuns.size(cell))));

    assertThat(value(curve)).isCloseTo(1, within(1e-9));
    assertThat(curve.exponent().lo()).isNull();
    assertThat(curve.note()).isEqualTo("fewer than 5 blocks: no interval");
  }

  /** What a block does to all its forks alike says nothing on how the cost grows. */
  @Test
  void a_slow_block_does_not_widen_the_exponent() {
    Plan plan = SizedRuns.timers(5, ONE, DECADES);

    GrowthCurve curve =
        only(
            plan,
            SizedRuns.forks(plan, (cell, block) -> costs(SizedRuns.size(cell) * (1 << block))));

    assertThat(curve.exponent().lo()).isCloseTo(1, within(1e-9));
    assertThat(curve.exponent().hi()).isCloseTo(1, within(1e-9));
  }

  @Test
  void cells_of_one_size_or_none_do_not_grow() {
    Plan sized = SizedRuns.timers(2, TWO, 1_000);
    Plan plain = Runs.plan(2, "work-stealing");

    assertThat(
            RunResult.of(sized, SizedRuns.forks(sized, (cell, block) -> costs(5)), log -> null)
                .growth())
        .isEmpty();
    assertThat(RunResult.of(plain, Runs.allOk(plain), log -> null).growth()).isEmpty();
  }

  @Test
  void a_size_that_no_logarithm_has_is_bad_input() {
    Plan plan = SizedRuns.timers(1, ONE, 0, 10);

    assertThatThrownBy(() -> RunResult.of(plan, List.of(), log -> null))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("size 0");
  }

  @Test
  void series_are_named_by_what_tells_them_apart_and_compared_if_one_thing_does() {
    Plan plan =
        SizedRuns.plan(
            1,
            List.of(
                new Cell("sleepers", "fork-join", "heap", "none", 2, 2, Map.of()),
                new Cell("sleepers", "fork-join", "wheel", "none", 2, 2, Map.of()),
                new Cell("sleepers", "mini", "wheel", "none", 2, 1, Map.of())),
            10,
            100);

    Growth growth = SizedRuns.growth(plan, SizedRuns.forks(plan, (cell, block) -> costs(5)));

    assertThat(growth.curves())
        .extracting(GrowthCurve::label)
        .containsExactly(
            "fork-join, heap, 2 workers", "fork-join, wheel, 2 workers", "mini, wheel, 1 worker");
    assertThat(growth.crossovers())
        .extracting(crossover -> crossover.a() + " / " + crossover.b())
        .containsExactly(
            "fork-join, heap, 2 workers / fork-join, wheel, 2 workers",
            "fork-join, wheel, 2 workers / mini, wheel, 1 worker");
  }

  @Test
  void a_peer_is_a_series_of_the_workload_it_belongs_to_and_compared_with_each() {
    Plan plan =
        SizedRuns.plan(
            1,
            List.of(
                new Cell("sleepers", "fork-join", "wheel", "none", 2, 2, Map.of()),
                new Cell("plain-threads", "none", "none", "none", 2, 0, Map.of())),
            10,
            100);

    Growth growth = SizedRuns.growth(plan, SizedRuns.forks(plan, (cell, block) -> costs(5)));

    assertThat(growth.workload()).isEqualTo("sleepers");
    assertThat(growth.curves())
        .extracting(GrowthCurve::label)
        .containsExactly("fork-join, wheel", "plain-threads");
    assertThat(growth.crossovers()).hasSize(1);
  }

  private static Crossover crossover(Plan plan, SizedRuns.Cost cost) {
    return SizedRuns.growth(plan, SizedRuns.forks(plan, cost)).crossovers().getFirst();
  }

  /** Costs by size: the heap's, over a wheel of 10 ns. */
  private static Crossover againstLevel(int blocks, double... heap) {
    long[] sizes = IntStream.range(0, heap.length).mapToLong(i -> (long) Math.pow(10, i)).toArray();
    return crossover(
        SizedRuns.timers(blocks, TWO, sizes),
        (cell, block) ->
            costs(
                cell.timer().equals("wheel")
                    ? 10
                    : heap[(int) Math.round(Math.log10(SizedRuns.size(cell)))]));
  }

  @Property(tries = 40)
  void two_powers_cross_where_they_are_equal(
      @ForAll @DoubleRange(min = 0.05, max = 2) double exponent,
      @ForAll @DoubleRange(min = 1_001, max = 999_999) double place) {
    Plan plan = SizedRuns.timers(5, TWO, DECADES);

    Crossover crossover =
        crossover(
            plan,
            (cell, block) ->
                costs(
                    cell.timer().equals("wheel")
                        ? 10
                        : 10 * Math.pow(SizedRuns.size(cell) / place, exponent)));

    assertThat(crossover.outcome()).isEqualTo(Crossover.Outcome.ONE);
    Crossover.Crossing crossing = crossover.crossings().getFirst();
    assertThat(crossing.size() / place).isCloseTo(1, within(1e-9));
    assertThat(crossing.cost()).isCloseTo(10, within(1e-6));
    assertThat(crossing.lessBelow()).isEqualTo("a");
    Crossover.Range range = Objects.requireNonNull(crossing.range());
    assertThat(range.lo() / place).isCloseTo(1, within(1e-6));
    assertThat(range.hi() / place).isCloseTo(1, within(1e-6));
  }

  @Test
  void a_bend_is_followed_from_size_to_size() {
    // Equal half way between 10 and 100 on the log scale, whatever lies outside.
    Crossover crossover = againstLevel(2, 1, 1, 100, 10_000);

    assertThat(crossover.crossings().getFirst().size())
        .isCloseTo(Math.sqrt(10 * 100), within(1e-6));
  }

  @Test
  void one_that_is_cheaper_everywhere_crosses_nowhere() {
    assertThat(againstLevel(5, 1, 2, 9).outcome()).isEqualTo(Crossover.Outcome.A_LESS_THROUGHOUT);
    Crossover dearer = againstLevel(5, 11, 12, 19);
    assertThat(dearer.outcome()).isEqualTo(Crossover.Outcome.B_LESS_THROUGHOUT);
    assertThat(dearer.undecided()).isEmpty();
  }

  @Test
  void costs_that_touch_do_not_cross() {
    assertThat(againstLevel(2, 1, 10, 1).outcome()).isEqualTo(Crossover.Outcome.A_LESS_THROUGHOUT);
  }

  @Test
  void costs_that_are_equal_on_the_way_across_cross_in_the_middle_of_that() {
    Crossover crossover = againstLevel(2, 1, 10, 10, 100);

    assertThat(crossover.outcome()).isEqualTo(Crossover.Outcome.ONE);
    assertThat(crossover.crossings().getFirst().size())
        .isCloseTo(Math.sqrt(10 * 100), within(1e-6));
  }

  @Test
  void the_same_costs_are_equal_throughout() {
    assertThat(againstLevel(2, 10, 10, 10).outcome()).isEqualTo(Crossover.Outcome.EQUAL);
  }

  @Test
  void all_crossings_are_told() {
    Crossover crossover = againstLevel(2, 1, 100, 1);

    assertThat(crossover.outcome()).isEqualTo(Crossover.Outcome.SEVERAL);
    assertThat(crossover.crossings())
        .extracting(Crossover.Crossing::lessBelow)
        .containsExactly("a", "b");
    assertThat(crossover.crossings().get(0).size()).isCloseTo(Math.sqrt(10), within(1e-6));
    assertThat(crossover.crossings().get(1).size()).isCloseTo(Math.sqrt(1_000), within(1e-6));
  }

  @Test
  void four_blocks_give_a_crossing_without_an_interval() {
    Crossover crossover = againstLevel(4, 1, 100);

    assertThat(crossover.crossings().getFirst().size()).isCloseTo(Math.sqrt(10), within(1e-6));
    assertThat(crossover.crossings().getFirst().range()).isNull();
    assertThat(crossover.undecided()).isNull();
    assertThat(crossover.note()).isEqualTo("fewer than 5 blocks: no interval");
  }

  @Test
  void one_common_size_is_too_few() {
    Plan plan = SizedRuns.timers(1, TWO, 10, 100);
    List<ForkRecord> forks =
        plan.forks().stream()
            .map(fork ->
                fork.cell() == 0
                    ? Runs.bad(plan, fork, Status.FAILED, "3 of 4")
                    : Runs.ok(plan, fork, 7))
            .toList();

    Crossover crossover = SizedRuns.growth(plan, forks).crossovers().getFirst();

    assertThat(crossover.outcome()).isEqualTo(Crossover.Outcome.UNKNOWN);
    assertThat(crossover.note()).isEqualTo("both were measured at one size only, it needs 2 sizes");
  }

  /** Noise with a standard deviation of 20 % about a difference of 5 %: no one can tell. */
  @Test
  void what_noise_hides_is_undecided_to_both_ends() {
    ZigguratSampler.NormalizedGaussian normal = normal(3);

    Crossover crossover =
        crossover(
            SizedRuns.timers(5, TWO, DECADES),
            (cell, block) ->
                costs((cell.timer().equals("heap") ? 21 : 20) * Math.exp(0.2 * normal.sample())));

    assertThat(crossover.undecided())
        .anySatisfy(range -> assertThat(range.openBelow()).isTrue())
        .anySatisfy(range -> assertThat(range.openAbove()).isTrue());
    assertThat(crossover.crossings())
        .allSatisfy(crossing -> assertThat(crossing.range()).isIn(crossover.undecided()));
  }

  /** Swapping the two swaps nothing but their names. */
  @Test
  void the_order_of_the_two_does_not_move_the_crossing() {
    SizedRuns.Cost heapGrows =
        (cell, block) ->
            costs(
                (1 + 0.01 * (block % 3))
                    * (cell.timer().equals("wheel") ? 10 : Math.pow(SizedRuns.size(cell), 0.2)));

    Crossover.Crossing one =
        crossover(SizedRuns.timers(5, TWO, DECADES), heapGrows).crossings().getFirst();
    Crossover.Crossing other =
        crossover(SizedRuns.timers(5, TWO.reversed(), DECADES), heapGrows).crossings().getFirst();

    assertThat(other.size()).isCloseTo(one.size(), within(1e-6));
    assertThat(one.lessBelow()).isEqualTo("a");
    assertThat(other.lessBelow()).isEqualTo("b");
  }

  @Test
  void the_same_records_give_the_same_numbers() {
    Plan plan = SizedRuns.timers(5, TWO, DECADES);
    List<ForkRecord> forks = noisy(plan, normal(1), 0.3, 30_000);

    assertThat(SizedRuns.growth(plan, forks)).isEqualTo(SizedRuns.growth(plan, forks.reversed()));
  }

  private static ZigguratSampler.NormalizedGaussian normal(long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    return ZigguratSampler.NormalizedGaussian.of(random);
  }

  /**
   * A wheel of 10 ns and a heap that grows and is equal to it at one size: log-normal forks, a
   * log-normal block effect that all share, and log-normal iterations within.
   */
  private static List<ForkRecord> noisy(
      Plan plan, ZigguratSampler.NormalizedGaussian normal, double exponent, double equalAt) {
    double[] blocks =
        DoubleStream.generate(() -> Math.exp(0.2 * normal.sample()))
            .limit(plan.blocks() + 1L)
            .toArray();
    return SizedRuns.forks(
        plan,
        (cell, block) -> {
          double truth =
              cell.timer().equals("wheel")
                  ? 10
                  : 10 * Math.pow(SizedRuns.size(cell) / equalAt, exponent);
          double fork = truth * blocks[block] * Math.exp(0.05 * normal.sample());
          return DoubleStream.generate(() -> fork * Math.exp(0.03 * normal.sample()))
              .limit(3)
              .toArray();
        });
  }

  /**
   * Of 200 intervals 190 should hold the truth; 95 % of such counts lie between 184 and 196. With
   * few blocks the bootstrap rather errs to the safe side.
   */
  @Test
  void the_intervals_cover_the_true_exponent_about_as_often_as_promised() {
    assertThat(coveredExponents(5)).isBetween(184, 198);
    assertThat(coveredExponents(8)).isBetween(184, 198);
  }

  private static int coveredExponents(int blocks) {
    ZigguratSampler.NormalizedGaussian normal = normal(20);
    int covered = 0;
    for (int experiment = 0; experiment < 200; experiment++) {
      Plan plan = SizedRuns.timers(blocks, List.of("heap"), 1_000, 10_000, 100_000);
      Estimate exponent = only(plan, noisy(plan, normal, 0.25, 30_000)).exponent();
      if (Objects.requireNonNull(exponent.lo()) <= 0.25
          && 0.25 <= Objects.requireNonNull(exponent.hi())) {
        covered++;
      }
    }
    return covered;
  }

  @Test
  void the_undecided_ranges_cover_the_true_crossing_about_as_often_as_promised() {
    assertThat(coveredCrossings(6)).isBetween(184, 198);
    assertThat(coveredCrossings(5)).isBetween(184, 198);
  }

  private static int coveredCrossings(int blocks) {
    ZigguratSampler.NormalizedGaussian normal = normal(21);
    int covered = 0;
    for (int experiment = 0; experiment < 200; experiment++) {
      Plan plan = SizedRuns.timers(blocks, TWO, 1_000, 10_000, 100_000);
      List<Crossover.Range> undecided =
          SizedRuns.growth(plan, noisy(plan, normal, 0.25, 30_000))
              .crossovers()
              .getFirst()
              .undecided();
      if (Objects.requireNonNull(undecided).stream().anyMatch(range -> range.holds(30_000))) {
        covered++;
      }
    }
    return covered;
  }
}
