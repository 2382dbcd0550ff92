package dev.heddle.runtime.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NotifyTest {
  private final Notify notify = new Notify();
  private final ByHand task = new ByHand();
  private final ByHand other = new ByHand();

  private Future<@Nullable Void> waiting(ByHand by) throws Exception {
    Future<@Nullable Void> future = notify.notified();
    assertThat(by.isReady(future)).isFalse();
    return future;
  }

  private boolean takesPermit() throws Exception {
    Future<@Nullable Void> future = notify.notified();
    boolean taken = new ByHand().isReady(future);
    future.close();
    return taken;
  }

  @Test
  void aNotificationBeforeTheWaitIsKept() throws Exception {
    notify.notifyOne();
    assertThat(takesPermit()).isTrue();
    assertThat(takesPermit()).isFalse();
  }

  @Test
  void onlyOneIsKept() throws Exception {
    notify.notifyOne();
    notify.notifyOne();
    assertThat(takesPermit()).isTrue();
    assertThat(takesPermit()).isFalse();
  }

  @Test
  void theOneThatWaitsLongestIsWoken() throws Exception {
    Future<@Nullable Void> first = waiting(task);
    Future<@Nullable Void> second = waiting(other);
    notify.notifyOne();
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(other.wakes()).isZero();
    assertThat(other.isReady(second)).isFalse();
    assertThat(task.isReady(first)).isTrue();
    assertThat(takesPermit()).isFalse();
  }

  @Test
  void allThatWaitAreWokenAndNoPermitIsLeft() throws Exception {
    Future<@Nullable Void> first = waiting(task);
    Future<@Nullable Void> second = waiting(other);
    notify.notifyWaiters();
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(other.wakes()).isEqualTo(1);
    assertThat(task.isReady(first)).isTrue();
    assertThat(other.isReady(second)).isTrue();
    assertThat(takesPermit()).isFalse();
  }

  @Test
  void aFutureMadeBeforeAndNotPolledCountsAsWaiting() throws Exception {
    Future<@Nullable Void> before = notify.notified();
    notify.notifyWaiters();
    Future<@Nullable Void> after = notify.notified();
    assertThat(task.isReady(before)).isTrue();
    assertThat(other.isReady(after)).isFalse();
  }

  @Test
  void whoWasAmongTheWaitersLeavesThePermitToAnother() throws Exception {
    Future<@Nullable Void> before = notify.notified();
    notify.notifyWaiters();
    notify.notifyOne();
    assertThat(task.isReady(before)).isTrue();
    assertThat(takesPermit()).isTrue();
  }

  @Test
  void aWaiterThatGivesUpIsNotChosen() throws Exception {
    waiting(task).close();
    Future<@Nullable Void> second = waiting(other);
    notify.notifyOne();
    assertThat(task.wakes()).isZero();
    assertThat(other.isReady(second)).isTrue();
  }

  @Test
  void aChosenWaiterThatGivesUpPassesItsNotificationOn() throws Exception {
    Future<@Nullable Void> first = waiting(task);
    Future<@Nullable Void> second = waiting(other);
    notify.notifyOne();
    first.close();
    assertThat(other.wakes()).isEqualTo(1);
    second.close();
    assertThat(takesPermit()).as("with nobody waiting it is a permit again").isTrue();
  }

  @Test
  void aNotificationToAllIsNotPassedOn() throws Exception {
    Future<@Nullable Void> first = waiting(task);
    notify.notifyWaiters();
    Future<@Nullable Void> later = waiting(other);
    first.close();
    assertThat(other.isReady(later)).isFalse();
    later.close();
    assertThat(takesPermit()).isFalse();
  }

  @Test
  void aNotificationIsUsedUpOnceReady() throws Exception {
    Future<@Nullable Void> first = waiting(task);
    notify.notifyOne();
    assertThat(task.isReady(first)).isTrue();
    assertThat(first.value()).isNull();
    first.close();
    assertThat(takesPermit()).isFalse();
  }

  @Test
  void withoutBudgetThePermitStays() throws Exception {
    ByHand poor = ByHand.withoutBudget();
    notify.notifyOne();
    Future<@Nullable Void> future = notify.notified();
    assertThat(poor.isReady(future)).isFalse();
    future.close();
    assertThat(takesPermit()).isTrue();

    Future<@Nullable Void> chosen = waiting(poor);
    notify.notifyOne();
    assertThat(poor.isReady(chosen)).isFalse();
    chosen.close();
    assertThat(takesPermit()).isTrue();
  }

  @Test
  void aFutureIsReadyOnce() throws Exception {
    Future<@Nullable Void> future = notify.notified();
    assertThatIllegalStateException().isThrownBy(future::value);
    notify.notifyOne();
    assertThat(task.isReady(future)).isTrue();
    assertThatIllegalStateException().isThrownBy(() -> future.poll(task));
  }
}
