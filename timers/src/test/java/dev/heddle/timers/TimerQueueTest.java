package dev.heddle.timers;

import static dev.heddle.timers.Queues.expire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What every timer queue promises, each promise in a case of its own. */
@ParameterizedClass
@MethodSource("dev.heddle.timers.Queues#named")
class TimerQueueTest {
  private final TimerQueueProvider provider;
  private final TimerQueue queue;
  private final long tick;

  TimerQueueTest(Queues.Named named) {
    provider = named.provider();
    queue = provider.create(0);
    tick = provider.tickNanos();
  }

  private TimerEntry inserted(long deadlineNanos) {
    TimerEntry entry = new TimerEntry(deadlineNanos);
    queue.insert(entry);
    return entry;
  }

  @Test
  void anEntryIsDueAtItsDeadlineAndNotANanosecondBefore() {
    TimerEntry entry = inserted(100 * tick);
    assertThat(expire(queue, 100 * tick - 1)).isEmpty();
    assertThat(expire(queue, 100 * tick)).containsExactly(entry);
  }

  @Test
  void aDeadlineWithinATickIsDueWhenTheTickIsOver() {
    TimerEntry entry = inserted(100 * tick + 1);
    assertThat(expire(queue, 101 * tick - tick)).isEmpty();
    assertThat(expire(queue, 101 * tick)).containsExactly(entry);
  }

  @Test
  void aDeadlineInThePastIsDueAtOnce() {
    expire(queue, 100 * tick);
    List<TimerEntry> entries = List.of(inserted(100 * tick), inserted(-1), inserted(0));
    assertThat(expire(queue, 100 * tick)).containsExactlyInAnyOrderElementsOf(entries);
  }

  @Test
  void aClockThatStalledAndJumpsPassesOnAllThatIsDueInOneCall() {
    List<TimerEntry> entries = new ArrayList<>();
    for (int i = 1; i <= 1_000; i++) {
      entries.add(inserted(i * tick));
    }
    assertThat(expire(queue, 1_000 * tick)).containsExactlyElementsOf(entries);
  }

  @Test
  void equalDeadlinesAreDueInTheOrderOfInsertionWhateverIsCancelledBetween() {
    assumeTrue(provider.keepsOrder(), "promises no order within a tick");
    List<TimerEntry> entries = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      entries.add(inserted(7 * tick));
    }
    for (int i = 999; i >= 0; i -= 3) {
      queue.cancel(entries.remove(i));
    }
    assertThat(expire(queue, 7 * tick)).containsExactlyElementsOf(entries);
  }

  @Test
  void cancellingWhatWasNeverInsertedDoesNothing() {
    inserted(tick);
    assertThat(queue.cancel(new TimerEntry(tick))).isFalse();
    assertThat(queue.size()).isEqualTo(1);
  }

  @Test
  void cancellingWhatWasDueOrCancelledDoesNothing() {
    TimerEntry due = inserted(tick);
    TimerEntry cancelled = inserted(2 * tick);
    inserted(3 * tick);
    expire(queue, tick);
    assertThat(queue.cancel(cancelled)).isTrue();
    assertThat(queue.cancel(cancelled)).isFalse();
    assertThat(queue.cancel(due)).isFalse();
    assertThat(queue.size()).isEqualTo(1);
  }

  @Test
  void whatWasCancelledIsLetGoAtOnce() {
    TimerEntry first = inserted(tick);
    TimerEntry second = inserted(tick);
    TimerEntry far = inserted(1_000_000 * tick);
    queue.cancel(first);
    assertThat(Queues.heldBy(queue)).containsExactlyInAnyOrder(second, far);
    queue.cancel(far);
    queue.cancel(second);
    assertThat(Queues.heldBy(queue)).isEmpty();
  }

  @Test
  void whatWasDueIsLetGoAtOnce() {
    inserted(tick);
    TimerEntry far = inserted(1_000_000 * tick);
    expire(queue, tick);
    assertThat(Queues.heldBy(queue)).containsExactly(far);
  }

  @Test
  void insertingWhatIsInsertedIsRefused() {
    TimerEntry entry = inserted(tick);
    assertThatIllegalStateException()
        .isThrownBy(() -> queue.insert(entry))
        .withMessage("a queue holds this timer already");
  }

  @Test
  void anEntryThatWasDueMayBeInsertedAgain() {
    TimerEntry entry = inserted(tick);
    expire(queue, tick);
    queue.insert(entry);
    assertThat(expire(queue, tick)).containsExactly(entry);
  }

  @Test
  void anEntryThatWasCancelledMayBeInsertedAgain() {
    TimerEntry entry = inserted(tick);
    queue.cancel(entry);
    queue.insert(entry);
    assertThat(expire(queue, tick)).containsExactly(entry);
  }

  @Test
  void aClockThatGoesBackStandsStillInstead() {
    expire(queue, 100 * tick);
    TimerEntry entry = inserted(50 * tick);
    assertThat(expire(queue, 10 * tick)).containsExactly(entry);
    TimerEntry later = inserted(101 * tick);
    assertThat(expire(queue, 100 * tick)).isEmpty();
    assertThat(expire(queue, 101 * tick)).containsExactly(later);
  }

  @Test
  void theDeadlineThatMeansNeverFiresATickLateAtMost() {
    TimerQueue atTheEnd = provider.create(Long.MAX_VALUE - tick);
    TimerEntry entry = new TimerEntry(Parker.NEVER);
    atTheEnd.insert(entry);
    assertThat(atTheEnd.nextDeadlineNanos()).isNotEqualTo(Parker.NEVER);
    assertThat(expire(atTheEnd, Long.MAX_VALUE)).isEmpty();
    assertThat(expire(atTheEnd, Long.MAX_VALUE + tick)).containsExactly(entry);
  }

  /** A timer or more in every year of the longest span there is. */
  @Test
  void noTimerHidesBehindAnother() {
    long year = Duration.ofDays(365).toNanos();
    List<TimerEntry> entries = new ArrayList<>();
    for (long i = 1; i <= 200; i++) {
      entries.addFirst(inserted(i * year - i * tick));
      entries.addFirst(inserted(i * year));
    }
    List<TimerEntry> inOrder = entries.reversed();
    for (int i = 1; i < inOrder.size(); i += 2) {
      TimerEntry last = inOrder.get(i);
      assertThat(expire(queue, last.deadlineNanos()))
          .as("year %s", i / 2 + 1)
          .containsExactlyInAnyOrder(inOrder.get(i - 1), last);
    }
  }

  /** As when the receiver has no memory to take one more. */
  @Test
  void aReceiverThatThrowsLosesNoTimerButTheOneItGot() {
    List<TimerEntry> left = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      left.add(inserted((1 + i % 3) * tick));
    }
    for (int failures = 0; failures < 300; failures++) {
      assertThatThrownBy(() ->
              queue.expire(
                  3 * tick,
                  entry -> {
                    left.remove(entry);
                    throw new IllegalCallerException("full");
                  }))
          .hasMessage("full");
      assertThat(queue.size()).isEqualTo(left.size());
      if (failures % 10 == 0) {
        assertThat(queue.cancel(left.removeLast())).isTrue();
        left.add(inserted(2 * tick));
      }
      assertThat(Queues.heldBy(queue)).containsExactlyInAnyOrderElementsOf(left);
    }
    assertThat(left).isEmpty();
    assertThat(expire(queue, 3 * tick)).isEmpty();
  }

  @Test
  void manyTimersOfWhichMostAreCancelledComeOutInOrder() {
    SplittableRandom random = new SplittableRandom(42);
    List<TimerEntry> entries = new ArrayList<>();
    for (int i = 0; i < 300_000; i++) {
      entries.add(inserted(random.nextLong(1, 1L << 40)));
    }
    int kept = 0;
    for (int i = 0; i < entries.size(); i++) {
      if (i % 100 == 0) {
        kept++;
      } else {
        assertThat(queue.cancel(entries.get(i))).isTrue();
      }
    }
    assertThat(queue.size()).isEqualTo(kept).isEqualTo(3_000);
    assertThat(
            expire(queue, (1L << 40) + tick).stream()
                .mapToLong(entry -> Math.ceilDiv(entry.deadlineNanos(), tick))
                .toArray())
        .hasSize(kept)
        .isSorted();
    assertThat(queue.size()).isZero();
  }

  @Test
  void aTimerYearsAheadOutlastsJumpsOfYears() {
    long year = Duration.ofDays(365).toNanos();
    assertThat(expire(queue, year)).isEmpty();
    TimerEntry entry = inserted(3 * year);
    assertThat(expire(queue, 2 * year)).isEmpty();
    assertThat(expire(queue, 3 * year)).containsExactly(entry);
  }

  /** As of a machine that was suspended: whatever lies far apart is found without every tick. */
  @Test
  void aJumpOfYearsOverManyTimersPassesThemOnInOrder() {
    long years = Duration.ofDays(3 * 365).toNanos();
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 10_000; i++) {
      inserted(random.nextLong(years));
    }
    TimerEntry later = inserted(years + 1);
    assertThat(
            expire(queue, years).stream()
                .mapToLong(entry -> Math.ceilDiv(entry.deadlineNanos(), tick))
                .toArray())
        .hasSize(10_000)
        .isSorted();
    assertThat(queue.nextDeadlineNanos()).isNotEqualTo(Parker.NEVER);
    assertThat(queue.nextDeadlineNanos() - years).isBetween(0L, 1 + tick);
    assertThat(expire(queue, years + 1 + tick)).containsExactly(later);
  }
}
