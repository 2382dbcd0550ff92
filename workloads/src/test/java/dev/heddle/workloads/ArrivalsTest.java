package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  private final Check check = new Check("a workload", Duration.ofMinutes(1));

  @Test
  void theLastTaskIsToldSo() {
    Arrivals arrivals = new Arrivals(check, 3);
    assertThat(arrivals.arrive(2)).isFalse();
    assertThat(arrivals.arrive(0)).isFalse();
    assertThat(arrivals.arrive(1)).isTrue();
  }

  @Test
  void oneThatComesTwiceWhileAnotherIsMissingIsNoticedByTheSumOfIds() {
    Arrivals arrivals = new Arrivals(check, 3);
    arrivals.arrive(0);
    arrivals.arrive(1);
    assertThat(arrivals.arrive(1)).isFalse();
    assertThatThrownBy(() -> check.await(3, "tasks", arrivals::count))
        .isInstanceOf(WorkloadFailure.class)
        .hasMessage(
            "a workload: expected each of 3 tasks to finish once, "
                + "found 3 finishes with ids that sum to 2 instead of 3");
  }

  @Test
  void oneThatComesAgainAfterTheLastIsNoticedByTheCount() {
    Arrivals arrivals = new Arrivals(check, 1);
    assertThat(arrivals.arrive(0)).isTrue();
    assertThat(arrivals.arrive(0)).isFalse();
    assertThatThrownBy(() -> check.await(1, "tasks", () -> 1))
        .isInstanceOf(WorkloadFailure.class)
        .hasMessageContaining("found 2 finishes");
  }

  @Test
  void theWordIsWideEnoughForTheLargestNumberOfTasks() {
    Arrivals arrivals = new Arrivals(check, Arrivals.MAX_TASKS);
    for (int id = 0; id < Arrivals.MAX_TASKS - 1; id++) {
      assertThat(arrivals.arrive(id)).isFalse();
    }
    assertThat(arrivals.arrive(Arrivals.MAX_TASKS - 1)).isTrue();
  }
}
