package dev.heddle.runtime.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.Future;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BarrierTest {
  private final Barrier barrier = new Barrier(3);

  private record Arrival(ByHand task, Future<Boolean> future) {
    boolean isReady() throws Exception {
      return task.isReady(future);
    }
  }

  private Arrival arrival() {
    return new Arrival(new ByHand(), barrier.await());
  }

  private Arrival waiting() throws Exception {
    Arrival arrival = arrival();
    assertThat(arrival.isReady()).isFalse();
    return arrival;
  }

  @Test
  void theLastReleasesTheOthersAndLeadsRoundAfterRound() throws Exception {
    for (int round = 0; round < 3; round++) {
      List<Arrival> others = new ArrayList<>(List.of(waiting(), waiting()));
      Arrival last = arrival();
      assertThat(others).allMatch(arrival -> arrival.task().wakes() == 0);
      assertThat(last.isReady()).isTrue();
      assertThat(last.future().value()).isTrue();
      for (Arrival other : others) {
        assertThat(other.task().wakes()).isEqualTo(1);
        assertThat(other.isReady()).isTrue();
        assertThat(other.future().value()).isFalse();
      }
    }
  }

  @Test
  void anArrivalThatGivesUpIsTakenBack() throws Exception {
    Arrival first = waiting();
    waiting().future().close();
    Arrival third = waiting();
    Arrival last = arrival();
    assertThat(last.isReady()).isTrue();
    assertThat(first.isReady()).isTrue();
    assertThat(third.isReady()).isTrue();
  }

  @Test
  void closedAfterTheReleaseItHasArrivedAllTheSame() throws Exception {
    Arrival first = waiting();
    Arrival second = waiting();
    assertThat(arrival().isReady()).isTrue();
    first.future().close();
    assertThat(second.isReady()).isTrue();
    waiting();
    waiting();
    assertThat(arrival().isReady()).isTrue();
  }

  @Test
  void theNextRoundMayBeginBeforeAllHaveLeftTheLast() throws Exception {
    Arrival first = waiting();
    Arrival second = waiting();
    assertThat(arrival().isReady()).isTrue();
    Arrival ahead = waiting();
    assertThat(first.isReady()).isTrue();
    assertThat(second.isReady()).isTrue();
    assertThat(ahead.isReady()).isFalse();
  }

  @Test
  void oneAloneIsItsOwnLeader() throws Exception {
    Future<Boolean> alone = new Barrier(1).await();
    assertThat(new ByHand().isReady(alone)).isTrue();
    assertThat(alone.value()).isTrue();
  }

  @Test
  void withoutBudgetTheLastHasNotArrived() throws Exception {
    ByHand poor = ByHand.withoutBudget();
    Arrival first = waiting();
    Future<Boolean> refused = barrier.await();
    Arrival second = waiting();
    assertThat(poor.isReady(refused)).isFalse();
    assertThat(first.task().wakes()).isZero();
    poor.giveBudget(1);
    assertThat(poor.isReady(refused)).isTrue();
    assertThat(refused.value()).isTrue();
    assertThat(second.isReady()).isTrue();
  }

  @Test
  void thereIsNoValueBeforeTheRelease() throws Exception {
    Arrival arrival = waiting();
    assertThatIllegalStateException().isThrownBy(arrival.future()::value);
    arrival.future().close();
    assertThatIllegalStateException().isThrownBy(arrival::isReady);
  }

  @Test
  void aBarrierForNobodyIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Barrier(0));
  }
}
