package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.timers.BinaryHeap;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who waits for the timers, and who is woken. */
class TimersTest {
  private final HandClock clock = new HandClock();
  private final QueueTimers timers = new QueueTimers(new BinaryHeap().create(0), clock);
  private final List<String> unparked = new ArrayList<>();
  private final List<String> woken = new ArrayList<>();
  private final TimerWatch first = watch("first");
  private final TimerWatch second = watch("second");
  private final TimerWatch third = watch("third");

  private TimerWatch watch(String name) {
    return timers.newWatch(() -> unparked.add(name));
  }

  private TimerEntry timer(long deadlineNanos) {
    TimerEntry entry = new TimerEntry(deadlineNanos);
    timers.insert(entry, () -> woken.add("at " + deadlineNanos));
    return entry;
  }

  @Test
  void nobodyIsWokenBeforeTheDeadline() {
    timer(100);
    clock.nanos = 99;
    first.fireDue();
    assertThat(woken).isEmpty();
  }

  @Test
  void whoeverLooksFirstWakesAllThatAreDueInOrder() {
    timer(30);
    timer(10);
    timer(20);
    timer(31);
    clock.nanos = 30;
    first.fireDue();
    second.fireDue();
    assertThat(woken).containsExactly("at 10", "at 20", "at 30");
    assertThat(timers.size()).isEqualTo(1);
  }

  @Test
  void onlyTheWakerOfTheLatestPollIsCalled() {
    TimerEntry entry = timer(10);
    assertThat(timers.await(entry, () -> woken.add("the later waker"))).isTrue();
    clock.nanos = 10;
    first.fireDue();
    assertThat(woken).containsExactly("the later waker");
  }

  @Test
  void aTimerThatHasFiredIsNotArmedAgain() {
    TimerEntry entry = timer(10);
    clock.nanos = 10;
    first.fireDue();
    assertThat(timers.await(entry, () -> woken.add("too late"))).isFalse();
  }

  @Test
  void aCancelledTimerWakesNobodyAndLeavesNothingBehind() {
    timers.cancel(timer(10));
    clock.nanos = 10;
    first.fireDue();
    assertThat(woken).isEmpty();
    assertThat(timers.size()).isZero();
    assertThat(first.waitUntil()).isEqualTo(Parker.NEVER);
  }

  /** Another thread, as the lock lets its owner in again. */
  @Test
  void aWakerIsCalledOutsideTheLock() {
    TimerEntry entry = new TimerEntry(10);
    timers.insert(
        entry,
        () -> {
          Thread other = Thread.ofPlatform().start(() -> timer(1_000));
          try {
            other.join();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    clock.nanos = 10;
    first.fireDue();
    assertThat(timers.size()).isEqualTo(1);
  }

  @Test
  void theFirstWhoWaitsHoldsTheDeadlineAndTheOthersWaitForEver() {
    timer(100);
    assertThat(first.waitUntil()).isEqualTo(100);
    assertThat(second.waitUntil()).isEqualTo(Parker.NEVER);
    assertThat(unparked).isEmpty();
  }

  @Test
  void anEarlierDeadlineUnparksTheHolderAndALaterOneNobody() {
    timer(100);
    first.waitUntil();
    second.waitUntil();
    timer(200);
    assertThat(unparked).isEmpty();
    timer(50);
    assertThat(unparked).containsExactly("first");
    assertThat(first.waitUntil()).isEqualTo(50);
  }

  @Test
  void theFirstTimerUnparksTheHolderThatWaitsForNone() {
    assertThat(first.waitUntil()).isEqualTo(Parker.NEVER);
    second.waitUntil();
    timer(100);
    assertThat(unparked).containsExactly("first");
    assertThat(first.waitUntil()).isEqualTo(100);
  }

  @Test
  void aHolderThatLeavesHandsOverToTheLastWhoStandsBy() {
    timer(100);
    first.waitUntil();
    second.waitUntil();
    third.waitUntil();
    first.leave();
    assertThat(unparked).containsExactly("third");
    assertThat(third.waitUntil()).isEqualTo(100);
    assertThat(first.waitUntil()).isEqualTo(Parker.NEVER);
  }

  @Test
  void aHolderThatLeavesWithoutTimersDisturbsNobodyUntilThereIsOne() {
    first.waitUntil();
    second.waitUntil();
    first.leave();
    assertThat(unparked).isEmpty();
    timer(100);
    assertThat(unparked).containsExactly("second");
    assertThat(second.waitUntil()).isEqualTo(100);
  }

  @Test
  void whoWaitsAnewStaysTheHolder() {
    timer(100);
    first.waitUntil();
    second.waitUntil();
    assertThat(first.waitUntil()).isEqualTo(100);
    assertThat(unparked).isEmpty();
  }

  @Test
  void whoLeavesWhileStandingByIsNotAppointed() {
    timer(100);
    first.waitUntil();
    second.waitUntil();
    third.waitUntil();
    third.leave();
    first.leave();
    assertThat(unparked).containsExactly("second");
  }

  @Test
  void whoWasAppointedAndLeavesHandsOverInTurn() {
    timer(100);
    first.waitUntil();
    second.waitUntil();
    third.waitUntil();
    first.leave();
    third.leave();
    assertThat(unparked).containsExactly("third", "second");
  }

  @Test
  void withNobodyToHandOverToTheNextWhoWaitsIsTheHolder() {
    timer(100);
    first.waitUntil();
    first.leave();
    assertThat(unparked).isEmpty();
    assertThat(second.waitUntil()).isEqualTo(100);
  }

  @Test
  void aHolderWhoseDeadlineWasCancelledWaitsForTheNext() {
    TimerEntry earliest = timer(100);
    timer(200);
    first.waitUntil();
    timers.cancel(earliest);
    assertThat(first.waitUntil()).isEqualTo(200);
  }

  // ---- reset ---------------------------------------------------------------------------------

  private void fireAt(long nanos) {
    clock.nanos = nanos;
    first.fireDue();
  }

  @Test
  void aTimerThatIsResetLaterFiresThenAndNotBefore() {
    TimerEntry entry = timer(10);
    timers.reset(entry, 20);
    fireAt(19);
    assertThat(woken).isEmpty();
    assertThat(timers.await(entry, () -> woken.add("at 20"))).isTrue();
    fireAt(20);
    assertThat(woken).containsExactly("at 20");
    assertThat(timers.size()).isZero();
  }

  @Test
  void aTimerThatIsResetEarlierFiresThenAndOnce() {
    TimerEntry entry = timer(20);
    timers.reset(entry, 10);
    fireAt(10);
    fireAt(20);
    assertThat(woken).containsExactly("at 20"); // the waker of the insertion
    assertThat(timers.await(entry, () -> {})).isFalse();
  }

  @Test
  void aResetToWhatHasPassedFiresAtTheNextLook() {
    TimerEntry entry = timer(100);
    fireAt(50);
    timers.reset(entry, 40);
    fireAt(50);
    assertThat(woken).hasSize(1);
  }

  @Test
  void aResetOfAFiredTimerWakesNobodyUntilItIsPolled() {
    TimerEntry entry = timer(10);
    fireAt(10);
    woken.clear();
    timers.reset(entry, 30);
    assertThat(timers.size()).isZero();
    fireAt(30);
    assertThat(woken).isEmpty();
    timers.reset(entry, 50);
    assertThat(timers.await(entry, () -> woken.add("polled"))).isTrue();
    assertThat(timers.size()).isEqualTo(1);
    fireAt(50);
    assertThat(woken).containsExactly("polled");
  }

  @Test
  void aFiredTimerThatIsResetToWhatHasPassedIsDueAtItsNextPoll() {
    TimerEntry entry = timer(10);
    fireAt(10);
    timers.reset(entry, 9);
    assertThat(timers.await(entry, () -> woken.add("too late"))).isFalse();
    assertThat(entry.fired).isTrue();
    assertThat(timers.size()).isZero();
  }

  @Test
  void aResetOfACancelledTimerLeavesNothingBehind() {
    TimerEntry entry = timer(10);
    timers.cancel(entry);
    timers.reset(entry, 20);
    assertThat(timers.size()).isZero();
    assertThat(first.waitUntil()).isEqualTo(Parker.NEVER);
  }

  @Test
  void aResetToTheEarliestOfAllUnparksTheHolderAndALaterOneNobody() {
    timer(100);
    TimerEntry entry = timer(200);
    first.waitUntil();
    second.waitUntil();
    timers.reset(entry, 150);
    timers.reset(entry, 300);
    assertThat(unparked).isEmpty();
    timers.reset(entry, 50);
    assertThat(unparked).containsExactly("first");
    assertThat(first.waitUntil()).isEqualTo(50);
  }

  /** The holder wakes at the old deadline for nothing, and waits anew. */
  @Test
  void aResetOfTheEarliestToLaterUnparksNobody() {
    TimerEntry entry = timer(100);
    first.waitUntil();
    second.waitUntil();
    timers.reset(entry, 200);
    assertThat(unparked).isEmpty();
    assertThat(first.waitUntil()).isEqualTo(200);
  }
}
