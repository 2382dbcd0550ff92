package dev.heddle.timers;

import static dev.heddle.timers.Queues.expire;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.TimerEntry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is the adapter's own on Agrona's wheel: slots, turns and skips. Times are in ticks. */
class AgronaWheelTest {
  private static final long TICK = AgronaWheelQueue.TICK_NANOS;
  private static final long TURN = AgronaWheelQueue.TICKS_PER_WHEEL;

  private final AgronaWheelQueue wheel = new AgronaWheelQueue(0);

  private TimerEntry insert(long tick) {
    TimerEntry entry = new TimerEntry(tick * TICK);
    wheel.insert(entry);
    return entry;
  }

  private List<TimerEntry> expireAt(long tick) {
    return expire(wheel, tick * TICK);
  }

  private List<Long> looks() {
    List<Long> looks = new ArrayList<>();
    while (wheel.nextDeadlineNanos() != Parker.NEVER) {
      long next = wheel.nextDeadlineNanos();
      looks.add(next / TICK);
      expire(wheel, next);
    }
    return looks;
  }

  @Test
  void slotsThatHoldNothingAreSkipped() {
    insert(5);
    insert(TURN - 1);
    insert(TURN + 4);
    assertThat(looks()).containsExactly(5L, TURN - 1, TURN + 4);
  }

  @Test
  void aSlotWhoseTimersAreTurnsAheadIsLookedAtForOneTurnAtMost() {
    insert(7 * TURN + 3);
    insert(1);
    assertThat(looks()).containsExactly(1L, 3L, TURN + 3, 7 * TURN + 3);
  }

  @Test
  void timersOfOneSlotAreDueEachInItsTurnAlsoInOneJump() {
    TimerEntry third = insert(2 * TURN + 9);
    TimerEntry first = insert(9);
    TimerEntry second = insert(TURN + 9);
    assertThat(expireAt(9)).containsExactly(first);
    assertThat(expireAt(3 * TURN)).containsExactly(second, third);
  }

  @Test
  void aSlotGrowsWithTheCrowdAndCancelsFindTheirPlace() {
    List<TimerEntry> crowd = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      crowd.add(insert(9));
    }
    for (int i = 99; i >= 0; i -= 2) {
      assertThat(wheel.cancel(crowd.remove(i))).isTrue();
    }
    crowd.add(insert(9));
    assertThat(wheel.size()).isEqualTo(51);
    assertThat(expireAt(9)).containsExactlyInAnyOrderElementsOf(crowd);
  }
}
