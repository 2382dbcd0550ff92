package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadWorkTest {
  @Test
  void aRequestMayLeaveATenthOfTheGapLateOrFiftyMicroseconds() {
    assertThat(LoadWork.mayBeLateNanos(1_000_000)).isEqualTo(100_000);
    assertThat(LoadWork.mayBeLateNanos(1_000)).isEqualTo(50_000);
  }

  @Test
  void aBatchThatWasSentByAScheduleSaysHowManyLeftOnTime() {
    RequestTimes times = RequestTimes.none();
    for (int i = 0; i < 90; i++) {
      times.answered(0, 99_000, 100_000, 100_001);
    }
    for (int i = 0; i < 10; i++) {
      times.answered(0, 101_000, 200_000, 200_001);
    }
    RequestBatch batch = new RequestBatch(new LoadWork(1, 2, 3, 0, 0), times);
    assertThat(batch.work().sent()).isZero();
    assertThat(batch.onScheduleAt(1_000_000).work()).isEqualTo(new LoadWork(1, 2, 3, 100, 90));
    assertThat(batch.onScheduleAt(1_000).work()).isEqualTo(new LoadWork(1, 2, 3, 100, 0));
  }
}
