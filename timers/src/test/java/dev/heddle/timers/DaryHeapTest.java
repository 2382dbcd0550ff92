package dev.heddle.timers;

import static dev.heddle.timers.Queues.expire;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.TimerEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What lazy cancelling leaves behind, and for how long. */
class DaryHeapTest {
  private final DaryHeapQueue heap = new DaryHeapQueue(0);

  private TimerEntry insert(long deadlineNanos) {
    TimerEntry entry = new TimerEntry(deadlineNanos);
    heap.insert(entry);
    return entry;
  }

  @Test
  void theNextDeadlineIsNeverThatOfACancelledTimer() {
    List<TimerEntry> entries = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      entries.add(insert(i));
    }
    // Dead places wait below the top, until what hides them goes.
    for (int i = 1; i < 50; i++) {
      heap.cancel(entries.get(i));
    }
    assertThat(heap.nextDeadlineNanos()).isEqualTo(1);
    heap.cancel(entries.getFirst());
    assertThat(heap.nextDeadlineNanos()).isEqualTo(51);
    assertThat(heap.size()).isEqualTo(50);
  }

  @Test
  void deadPlacesThatComeUpWhileOthersAreDueArePassedOver() {
    List<TimerEntry> live = new ArrayList<>();
    for (int i = 1; i <= 60; i++) {
      TimerEntry entry = insert(i);
      if (i % 3 == 0) {
        live.add(entry);
      }
    }
    for (TimerEntry entry : Queues.heldBy(heap)) {
      if (entry.deadlineNanos() % 3 != 0) {
        heap.cancel(entry);
      }
    }
    assertThat(expire(heap, 60)).containsExactlyElementsOf(live);
  }

  /** They are swept out once they are more than half, so that no more than that is wasted. */
  @Test
  void aFewLiveTimersAmongManyCancelledTakeLittleMemory() {
    Random random = new Random(1);
    List<TimerEntry> live = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      live.add(insert(random.nextLong(1L << 40)));
      if (live.size() > 200) {
        Collections.swap(live, random.nextInt(live.size()), live.size() - 1);
        assertThat(heap.cancel(live.removeLast())).isTrue();
      }
    }
    assertThat(Queues.placesOf(heap)).isLessThanOrEqualTo(512);
    live.sort((one, other) -> Long.compare(one.deadlineNanos(), other.deadlineNanos()));
    assertThat(expire(heap, 1L << 40)).containsExactlyElementsOf(live);
  }

  @Test
  void aTimerCancelledRightAfterItsInsertionLeavesNoPlace() {
    LongStream.rangeClosed(1, 64).forEach(this::insert);
    for (int i = 0; i < 1_000; i++) {
      heap.cancel(insert(100));
    }
    assertThat(Queues.placesOf(heap)).isLessThanOrEqualTo(128);
  }

  @Test
  void allCancelledIsEmpty() {
    List<TimerEntry> entries = LongStream.rangeClosed(1, 1_000).mapToObj(this::insert).toList();
    entries.forEach(entry -> assertThat(heap.cancel(entry)).isTrue());
    assertThat(heap.size()).isZero();
    assertThat(expire(heap, 1_000)).isEmpty();
    TimerEntry entry = insert(7);
    assertThat(expire(heap, 1_000)).containsExactly(entry);
  }
}
