package dev.heddle.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.harness.plan.Catalogue;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.stats.Growth;
import dev.heddle.harness.stats.GrowthCurve;
import dev.heddle.harness.stats.RunResult;
import dev.heddle.harness.stats.SizedRuns;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SeriesStyleTest {
  private static final List<String> STRATEGIES =
      List.of("global-queue", "work-stealing", "work-stealing-no-lifo", "fork-join");

  private static Cell series(String workload, int cores, String strategy, String timer) {
    return new Cell(workload, strategy, timer, "none", cores, cores, Map.of());
  }

  @Test
  void a_timer_looks_the_same_in_every_workload_and_on_any_number_of_cores() {
    SeriesStyle one = SeriesStyle.of(series("timer-churn", 1, "none", "binary-heap"));
    SeriesStyle other = SeriesStyle.of(series("timer-expire", 2, "none", "binary-heap"));

    assertThat(other).isEqualTo(one);
  }

  @Test
  void the_timers_there_are_differ_in_colour_and_in_marker() {
    List<SeriesStyle> styles =
        Catalogue.ofClassPath().timerNames().stream()
            .map(timer -> SeriesStyle.of(series("timer-churn", 1, "none", timer)))
            .toList();

    assertThat(styles).hasSizeGreaterThan(5);
    assertThat(styles).extracting(SeriesStyle::colour).doesNotHaveDuplicates();
    assertThat(styles).extracting(SeriesStyle::marker).doesNotHaveDuplicates();
  }

  @Test
  void strategies_differ_on_one_timer_and_no_two_series_look_the_same() {
    List<SeriesStyle> onOne =
        STRATEGIES.stream()
            .map(name -> SeriesStyle.of(series("w", 1, name, "timer-wheel")))
            .toList();
    List<SeriesStyle> onAll =
        STRATEGIES.stream()
            .flatMap(name ->
                Stream.of("timer-wheel", "binary-heap", "jdk-delay-queue")
                    .map(timer -> SeriesStyle.of(series("w", 1, name, timer))))
            .toList();

    assertThat(onOne).extracting(SeriesStyle::colour).doesNotHaveDuplicates();
    assertThat(onOne).extracting(SeriesStyle::marker).doesNotHaveDuplicates();
    assertThat(onAll).doesNotHaveDuplicates();
  }

  @Test
  void what_is_not_known_here_has_a_look_of_its_own_too() {
    SeriesStyle somebodys = SeriesStyle.of(series("w", 1, "none", "somebodys-wheel"));

    assertThat(somebodys).isEqualTo(SeriesStyle.of(series("v", 1, "none", "somebodys-wheel")));
    assertThat(somebodys)
        .isNotEqualTo(SeriesStyle.of(series("w", 1, "none", "timer-wheel:placement=per-worker")));
    assertThat(SeriesStyle.of(series("plain-threads", 1, "none", "none"))).isNotNull();
  }

  @Test
  void a_fitted_line_ends_within_the_plot() {
    // Of a step the least-squares line lies below the first point and above the last.
    var plan = SizedRuns.timers(5, List.of("a"), 10, 100, 1_000, 10_000);
    Growth growth =
        RunResult.of(
                plan,
                SizedRuns.forks(
                    plan, (cell, block) -> new double[] {SizedRuns.size(cell) < 500 ? 1 : 1_000}),
                log -> null)
            .growth()
            .getFirst();
    GrowthCurve curve = growth.curves().getFirst();

    PowerAxis axis = PowerAxis.ofCosts(growth, 1);

    assertThat(curve.line().keySet()).containsExactly(10L, 10_000L);
    assertThat(curve.line().get(10L)).isLessThan(0.6);
    assertThat(curve.line().values())
        .allSatisfy(cost -> assertThat(axis.getRange().contains(cost)).isTrue());
  }
}
