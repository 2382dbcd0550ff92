package dev.heddle.timers;

import static dev.heddle.timers.Queues.expire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.management.ThreadMXBean;
import dev.heddle.runtime.Parker;
import dev.heddle.runtime.TimerEntry;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is the wheel's own: levels, cascades, and memory. Times are in ticks. */
class TimerWheelTest {
  private static final long TICK = TimerWheelQueue.TICK_NANOS;

  private final TimerWheelQueue wheel = new TimerWheelQueue(0);

  private TimerEntry insert(long tick) {
    TimerEntry entry = new TimerEntry(tick * TICK);
    wheel.insert(entry);
    return entry;
  }

  private List<TimerEntry> expireAt(long tick) {
    return expire(wheel, tick * TICK);
  }

  /** When it is looked at, from one next deadline to the next. */
  private List<Long> looks() {
    List<Long> looks = new ArrayList<>();
    while (wheel.nextDeadlineNanos() != Parker.NEVER) {
      long next = wheel.nextDeadlineNanos();
      looks.add(next / TICK);
      expire(wheel, next);
    }
    return looks;
  }

  @ParameterizedTest
  @CsvSource({
    "0, '1', 1",
    "0, '63', 63",
    "0, '64', 64",
    "0, '64 65', 65",
    "0, '4096 4160 4161', 4161",
    "0, '68719476736', 68719476736",
    "0, '68719476736 68719476741', 68719476741",
    "0, '68719476736 137438953472 137438953473', 137438953473",
    "63, '64', 64",
    "63, '64 65', 65",
    "4095, '4096 4097', 4097",
    "4095, '4096 4160 4161', 4161",
    "68719476735, '68719476736 68719476737', 68719476737",
  })
  void aTimerIsLookedAtOnceForEachLevelThatItPasses(long now, String looks, long tick) {
    expireAt(now);
    insert(tick);
    assertThat(looks())
        .containsExactlyElementsOf(List.of(looks.split(" ")).stream().map(Long::valueOf).toList());
  }

  /** Just before, at and just after the wrap of each level, seen from just before and from afar. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void whatLiesAroundTheWrapOfALevelIsDueInItsTick(int level) {
    long wrap = 1L << (6 * level);
    for (long now : new long[] {wrap - 2, 3 * wrap - 2, 64 * wrap - 2}) {
      expireAt(now);
      List<TimerEntry> entries = new ArrayList<>();
      for (long ahead = 5; ahead > 0; ahead--) {
        entries.addFirst(insert(now + ahead));
      }
      for (int i = 0; i < entries.size(); i++) {
        assertThat(expireAt(now + 1 + i)).containsExactly(entries.get(i));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 64, 4096, 1L << 18, 1L << 24, 1L << 30, 1L << 36, 1L << 40})
  void aSlotThatLostItsOnlyTimerIsNotLookedAt(long tick) {
    TimerEntry entry = insert(tick);
    insert(2 * tick);
    wheel.cancel(entry);
    assertThat(looks()).last().isEqualTo(2 * tick);
    assertThat(looks()).isEmpty();
  }

  @Test
  void aTimerThatHasCascadedCanBeCancelled() {
    TimerEntry first = insert(4161);
    TimerEntry second = insert(4161);
    assertThat(expireAt(4096)).isEmpty();
    assertThat(wheel.cancel(first)).isTrue();
    assertThat(expireAt(4160)).isEmpty();
    assertThat(wheel.cancel(second)).isTrue();
    assertThat(wheel.size()).isZero();
    assertThat(expireAt(4161)).isEmpty();
  }

  /** One comes to a tick by cascades, the other straight, and later. */
  @Test
  void whoWasInsertedFirstIsDueFirstThoughItCameTheLongWay() {
    TimerEntry early = insert(70);
    assertThat(expireAt(64)).isEmpty();
    TimerEntry late = insert(70);
    assertThat(expireAt(70)).containsExactly(early, late);
  }

  @Test
  void holesInTheMiddleAreClosedUpAndTheOrderStays() {
    List<TimerEntry> entries = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      entries.add(insert(10));
    }
    List<TimerEntry> victims = new ArrayList<>(entries.subList(0, 999));
    Collections.shuffle(victims, new Random(7));
    for (TimerEntry victim : victims.subList(0, 900)) {
      assertThat(wheel.cancel(victim)).isTrue();
      entries.remove(victim);
    }
    entries.add(insert(10));
    assertThat(expireAt(10)).containsExactlyElementsOf(entries);
  }

  @Test
  void holesAtTheEndAreTakenBackThroughAllChunks() {
    List<TimerEntry> entries = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      entries.add(insert(10));
    }
    // The last one goes last, so that all others before it are holes by then.
    for (int i = 399 - 30; i < 399; i++) {
      wheel.cancel(entries.get(i));
    }
    wheel.cancel(entries.get(399));
    List<TimerEntry> left = new ArrayList<>(entries.subList(0, 399 - 30));
    left.add(insert(10));
    assertThat(expireAt(10)).containsExactlyElementsOf(left);
  }

  @Test
  void anEntryWhosePositionSomebodyChangedIsRefusedAndNotLost() {
    insert(10);
    TimerEntry entry = insert(10);
    int position = entry.position();
    entry.position(position + 1);
    assertThatIllegalStateException().isThrownBy(() -> expireAt(10));
    entry.position(position);
    assertThat(expireAt(10)).hasSize(2).endsWith(entry);
  }

  /** A few live timers, and many that come and are cancelled in any order. */
  @Test
  void cancelledTimersKeepNoMemory() {
    Random random = new Random(3);
    List<TimerEntry> live = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      live.add(insert(100 + random.nextInt(5_000)));
      if (live.size() > 100) {
        int victim = random.nextInt(live.size());
        Collections.swap(live, victim, live.size() - 1);
        assertThat(wheel.cancel(live.removeLast())).isTrue();
      }
    }
    // 80 slots of level 1 and 2, each with at most one chunk of holes beside its timers.
    assertThat(Queues.placesOf(wheel)).isLessThanOrEqualTo(2 * 8_192);
  }

  @Test
  void aCrowdLeavesItsMemoryToTheNextOne() {
    for (int i = 0; i < 100_000; i++) {
      insert(10);
    }
    int places = Queues.placesOf(wheel);
    assertThat(places).isLessThan(100_000 + 8_192);
    assertThat(expireAt(10)).hasSize(100_000);
    for (int i = 0; i < 100_000; i++) {
      insert(1_000_000);
    }
    assertThat(Queues.placesOf(wheel)).isEqualTo(places);
    assertThat(expireAt(1_000_000)).hasSize(100_000);
  }

  @Test
  void aCascadeNeedsLittleMemory() {
    for (int i = 0; i < 100_000; i++) {
      insert(4096 + i % 4096);
    }
    int places = Queues.placesOf(wheel);
    for (int i = 0; i < 4096; i++) {
      assertThat(expireAt(4096 + i)).hasSizeBetween(24, 25);
    }
    assertThat(Queues.placesOf(wheel)).isLessThanOrEqualTo(places + 2 * 8_192);
  }

  @Test
  void aWheelThatTurnsAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    TimerEntry entry = insert(4_097);
    Consumer<TimerEntry> ignore = due -> {};
    long allocated = -1;
    for (int turn = 1; turn <= 1_000; turn++) {
      if (turn == 500) {
        allocated = threads.getCurrentThreadAllocatedBytes();
      }
      long tick = 5_000L * turn;
      wheel.expire(tick * TICK, ignore);
      entry.deadlineNanos((tick + 4_097) * TICK);
      wheel.insert(entry);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - allocated).isZero();
  }
}
