package dev.heddle.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.record.Cell;
import org.junit.jupiter.api.Test;

/** How long is left, before, while and after forks of each cell were seen. */
final class TimeLeftTest {
  private static final Plan THREE =
      TestPlans.of(300, "work-stealing", "global-queue", "work-stealing-no-lifo");

  private static Cell cell(int index) {
    return THREE.cells().get(index).cell();
  }

  @Test
  void before_the_first_fork_the_plan_says_it_and_a_generator_takes_longer_to_start() {
    double iterations = THREE.iterations().total().toMillis();
    assertThat(new TimeLeft(THREE).of(THREE.forks()).toMillis())
        .isEqualTo(Math.round(3 * (iterations + 1_200)));
    Plan echo = TestPlans.echo("selector");
    assertThat(new TimeLeft(echo).of(echo.forks()).toMillis())
        .isEqualTo(Math.round(echo.iterations().total().toMillis() + 2_700.0));
  }

  @Test
  void a_fork_takes_as_long_as_others_of_its_cell_and_else_as_the_mean() {
    TimeLeft left = new TimeLeft(THREE);
    left.saw(cell(0), 2);
    assertThat(left.of(THREE.forks())).hasSeconds(6);
    left.saw(cell(1), 16);
    assertThat(left.of(THREE.forks())).hasSeconds(2 + 16 + 9);
    left.saw(cell(0), 4);
    assertThat(left.of(THREE.forks().subList(0, 1))).hasSeconds(3);
  }

  @Test
  void nothing_is_left_of_nothing() {
    assertThat(new TimeLeft(THREE).of(THREE.forks().subList(0, 0))).isZero();
  }
}
