package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BinaryHeapTest {
  private final TimerQueue queue = new BinaryHeap().create(0);

  private static List<TimerEntry> expire(TimerQueue queue, long nowNanos) {
    List<TimerEntry> due = new ArrayList<>();
    queue.expire(nowNanos, due::add);
    return due;
  }

  private TimerEntry inserted(long deadlineNanos) {
    TimerEntry entry = new TimerEntry(deadlineNanos);
    queue.insert(entry);
    return entry;
  }

  @Test
  void anEntryIsDueAtItsDeadlineAndNotANanosecondBefore() {
    TimerEntry entry = inserted(100);
    assertThat(expire(queue, 99)).isEmpty();
    assertThat(expire(queue, 100)).containsExactly(entry);
  }

  @Test
  void aClockThatStalledAndJumpsPassesOnAllThatIsDueInOneCall() {
    List<TimerEntry> entries = new ArrayList<>();
    for (int i = 1; i <= 1_000; i++) {
      entries.add(inserted(i));
    }
    assertThat(expire(queue, 1_000)).containsExactlyElementsOf(entries);
  }

  @Test
  void equalDeadlinesAreDueInTheOrderOfInsertionWhateverIsCancelledBetween() {
    List<TimerEntry> entries = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      entries.add(inserted(7));
    }
    for (int i = 999; i >= 0; i -= 3) {
      queue.cancel(entries.remove(i));
    }
    assertThat(expire(queue, 7)).containsExactlyElementsOf(entries);
  }

  @Test
  void cancellingWhatWasNeverInsertedDoesNothing() {
    inserted(1);
    assertThat(queue.cancel(new TimerEntry(1))).isFalse();
    assertThat(queue.size()).isEqualTo(1);
  }

  @Test
  void cancellingWhatWasDueOrCancelledDoesNothing() {
    TimerEntry due = inserted(1);
    TimerEntry cancelled = inserted(2);
    inserted(3);
    expire(queue, 1);
    assertThat(queue.cancel(cancelled)).isTrue();
    assertThat(queue.cancel(cancelled)).isFalse();
    assertThat(queue.cancel(due)).isFalse();
    assertThat(queue.size()).isEqualTo(1);
  }

  @Test
  void insertingWhatIsInsertedIsRefused() {
    TimerEntry entry = inserted(1);
    assertThatIllegalStateException()
        .isThrownBy(() -> queue.insert(entry))
        .withMessage("a queue holds this timer already");
  }

  @Test
  void anEntryThatWasDueMayBeInsertedAgain() {
    TimerEntry entry = inserted(1);
    expire(queue, 1);
    queue.insert(entry);
    assertThat(expire(queue, 1)).containsExactly(entry);
  }

  @Test
  void aClockThatGoesBackStandsStillInstead() {
    expire(queue, 100);
    TimerEntry entry = inserted(50);
    assertThat(expire(queue, 10)).containsExactly(entry);
  }

  @Test
  void theDeadlineThatMeansNeverFiresANanosecondLate() {
    TimerQueue atTheEnd = new BinaryHeap().create(Long.MAX_VALUE - 1);
    TimerEntry entry = new TimerEntry(Parker.NEVER);
    atTheEnd.insert(entry);
    assertThat(atTheEnd.nextDeadlineNanos()).isNotEqualTo(Parker.NEVER);
    assertThat(expire(atTheEnd, Long.MAX_VALUE)).isEmpty();
    assertThat(expire(atTheEnd, Long.MIN_VALUE)).containsExactly(entry);
  }

  @Test
  void aMillionTimersOfWhichMostAreCancelledComeOutInOrder() {
    SplittableRandom random = new SplittableRandom(42);
    List<TimerEntry> entries = new ArrayList<>();
    for (int i = 0; i < 1_000_000; i++) {
      entries.add(inserted(random.nextLong(1, 1L << 40)));
    }
    int kept = 0;
    for (int i = 0; i < entries.size(); i++) {
      if (i % 100 == 0) {
        kept++;
      } else {
        queue.cancel(entries.get(i));
      }
    }
    assertThat(queue.size()).isEqualTo(kept).isEqualTo(10_000);
    assertThat(expire(queue, 1L << 40).stream().mapToLong(TimerEntry::deadlineNanos).toArray())
        .hasSize(kept)
        .isSorted();
    assertThat(queue.size()).isZero();
  }
}
