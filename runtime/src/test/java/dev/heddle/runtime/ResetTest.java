package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A sleep whose time is moved. */
class ResetTest {
  private final SleepByHand hand = new SleepByHand();
  private final Sleep sleep = Futures.sleep(Duration.ofNanos(100));

  @AfterEach
  void close() {
    hand.close();
  }

  private void assertPendingAt(long nanos) {
    hand.at(nanos);
    assertThat(sleep.poll(hand)).isEqualTo(Poll.PENDING);
  }

  private void assertReadyAt(long nanos) {
    hand.at(nanos);
    assertThat(sleep.poll(hand)).isEqualTo(Poll.READY);
    assertThat(hand.timers.size()).isZero();
  }

  @Test
  void beforeTheFirstPollADurationRunsFromThatOn() {
    hand.at(1_000);
    sleep.reset(Duration.ofNanos(50));
    assertPendingAt(2_000);
    assertPendingAt(2_049);
    assertReadyAt(2_050);
  }

  @Test
  void beforeTheFirstPollADeadlineIsKept() {
    sleep.resetTo(70);
    assertPendingAt(0);
    assertReadyAt(70);
  }

  @Test
  void ofTwoResetsTheLastOneCounts() {
    sleep.resetTo(70);
    sleep.reset(Duration.ofNanos(30));
    assertPendingAt(0);
    sleep.resetTo(40);
    sleep.resetTo(35);
    assertPendingAt(34);
    assertReadyAt(35);
  }

  @Test
  void whoWaitsIsWokenAtALaterTimeAndNotAtTheOldOne() {
    assertPendingAt(0);
    hand.at(60);
    sleep.reset(Duration.ofNanos(100));
    hand.at(100);
    assertThat(hand.wakes()).isZero();
    hand.at(160);
    assertThat(hand.wakes()).isEqualTo(1);
    assertReadyAt(160);
  }

  @Test
  void whoWaitsIsWokenAtAnEarlierTime() {
    assertPendingAt(0);
    sleep.resetTo(20);
    hand.at(20);
    assertThat(hand.wakes()).isEqualTo(1);
    assertReadyAt(20);
  }

  @Test
  void afterItWasReadyItWaitsAgain() {
    assertPendingAt(0);
    assertReadyAt(100);
    sleep.reset(Duration.ofNanos(10));
    assertThatIllegalStateException().isThrownBy(sleep::value);
    assertPendingAt(109);
    assertThat(hand.timers.size()).isEqualTo(1);
    assertReadyAt(110);
  }

  @Test
  void afterItFiredButBeforeThePollItWaitsAgain() {
    assertPendingAt(0);
    hand.at(100);
    sleep.resetTo(200);
    assertPendingAt(150);
    assertReadyAt(200);
    assertThat(hand.wakes()).isEqualTo(2);
  }

  @Test
  void toATimeThatHasComeItIsReadyAtTheNextPoll() {
    assertPendingAt(0);
    assertReadyAt(100);
    sleep.reset(Duration.ofNanos(-1));
    assertThat(sleep.poll(hand)).isEqualTo(Poll.READY);
    sleep.resetTo(0);
    assertThat(sleep.poll(hand)).isEqualTo(Poll.READY);
  }

  @Test
  void aPollWithoutBudgetLeavesItReady() {
    assertPendingAt(0);
    hand.budget = 0;
    assertPendingAt(100);
    hand.budget = 1;
    assertReadyAt(100);
  }

  @Test
  void afterTheCloseAResetLeavesNothingBehind() {
    assertPendingAt(0);
    sleep.close();
    assertThat(hand.timers.size()).isZero();
    sleep.reset(Duration.ofNanos(10));
    assertThat(hand.timers.size()).isZero();
  }

  @Test
  void aDurationBeyondTheScaleIs146Years() {
    assertPendingAt(0);
    sleep.reset(Duration.ofSeconds(Long.MAX_VALUE));
    assertThat(hand.timers.deadlineNanos()).isEqualTo(1L << 62);
    sleep.close();
  }
}
