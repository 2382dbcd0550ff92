package dev.heddle.timers;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerQueue;
import java.util.function.Consumer;

/**
 * A hierarchical timing wheel (G. Varghese and T. Lauck, "Hashed and Hierarchical Timing Wheels",
 * SOSP 1987; their scheme 7), with the levels of Tokio's: 6 of 64 slots, the lowest of 1 ms, so
 * that they span 64 ms, 4.1 s, 4.4 min, 4.7 h, 12 days and 2.2 years.
 *
 * <p>Read a tick as a number of digits with base 64. A timer lies on the level of the highest digit
 * in which its tick differs from the present one, in the slot that this digit names. So a slot of
 * level 0 holds timers of one tick, and the slots of a level come in the order of their time: none
 * ever lies behind another. When the present reaches the first tick of a slot above level 0, its
 * timers <em>cascade</em>: the digit differs no longer, and each goes to a lower level. A timer
 * moves at most once for each level. What differs in a higher digit than the sixth waits in one
 * slot beyond the wheel, which cascades whenever the sixth digit wraps, every 2.2 years, and stays
 * there until its time is within reach.
 *
 * <p>One word for each level says which slots are occupied, so that the next one is found in
 * O(levels), and empty time costs nothing, however much of it there is.
 *
 * <p>Slots are arrays, in chunks. In a list each entry must be read to find the next, and entries
 * that were made at other times lie anywhere: a cascade through a list of a million timers waits
 * for one cache miss after the other. Here the processor knows the next addresses, and the misses
 * overlap.
 *
 * <p>Insert and cancel O(1) amortised, expire O(levels) for each timer that is due or slot that
 * cascades. The next deadline is a lower bound while the first slot lies above level 0: it is the
 * time of the cascade. Deadlines round up to ticks, the present down.
 */
final class TimerWheelQueue implements TimerQueue {
  static final long TICK_NANOS = 1_000_000;

  private static final int DIGIT_BITS = 6;
  private static final int SLOTS = 1 << DIGIT_BITS;
  private static final int LEVELS = 6;
  private static final int WHEEL_BITS = LEVELS * DIGIT_BITS;

  /** The number of the slot for what lies further ahead than the wheel reaches. */
  private static final int BEYOND = LEVELS * SLOTS;

  private final Places places = new Places(LEVELS * SLOTS + 1);

  /** A bit for each slot that holds any, and one for the slot beyond. */
  private final long[] occupied = new long[LEVELS + 1];

  private final Consumer<TimerEntry> placer = this::place;

  /** The present in ticks since the creation. */
  private long elapsed;

  /** When that tick began, in the scale of the deadlines. */
  private long elapsedNanos;

  TimerWheelQueue(long nowNanos) {
    elapsedNanos = nowNanos;
  }

  @Override
  public void insert(TimerEntry entry) {
    if (entry.position() != TimerEntry.NOT_QUEUED) {
      throw new IllegalStateException("a queue holds this timer already");
    }
    place(entry);
  }

  @Override
  public boolean cancel(TimerEntry entry) {
    if (entry.position() == TimerEntry.NOT_QUEUED) {
      return false;
    }
    int number = places.remove(entry);
    if (places.slot(number).isEmpty()) {
      vacate(number);
    }
    return true;
  }

  @Override
  public void expire(long nowNanos, Consumer<? super TimerEntry> due) {
    long passed = nowNanos - elapsedNanos;
    long target = passed <= 0 ? elapsed : elapsed + passed / TICK_NANOS;
    while (places.size() > 0) {
      int level = lowestOccupied();
      long next = startOfFirstSlot(level);
      if (next > target) {
        break;
      }
      if (level == 0) {
        advanceTo(next);
        fire(firstSlot(level), due);
      } else {
        cascade(level, next);
      }
    }
    advanceTo(target);
  }

  @Override
  public long nextDeadlineNanos() {
    if (places.size() == 0) {
      return Parker.NEVER;
    }
    long next = elapsedNanos + (startOfFirstSlot(lowestOccupied()) - elapsed) * TICK_NANOS;
    return next == Parker.NEVER ? next + 1 : next;
  }

  @Override
  public int size() {
    return places.size();
  }

  /** In the order of insertion, as timers of one tick come to one slot, and stay in their order. */
  private void fire(int number, Consumer<? super TimerEntry> due) {
    places.drain(places.slot(number), due);
    vacate(number);
  }

  /**
   * The present comes to where the first slot of this level begins, so that its timers belong to
   * lower ones, which are empty; or to any, if they lay beyond. The memory is taken before anything
   * changes: each of the slots they go to may need a chunk that it does not fill.
   */
  private void cascade(int level, long start) {
    int number = firstSlot(level);
    places.reserve(Math.min(places.slot(number).live, level * SLOTS + 1) + 1);
    Slot from = places.detach(number);
    vacate(number);
    advanceTo(start);
    places.drain(from, placer);
  }

  private void place(TimerEntry entry) {
    int number = slotOf(entry);
    places.add(number, entry);
    occupied[number >>> DIGIT_BITS] |= 1L << number;
  }

  private void vacate(int number) {
    occupied[number >>> DIGIT_BITS] &= ~(1L << number);
  }

  private int firstSlot(int level) {
    return level * SLOTS + Long.numberOfTrailingZeros(occupied[level]);
  }

  /** Where an entry belongs. It has not moved while the present did not reach its slot. */
  private int slotOf(TimerEntry entry) {
    long ahead = entry.deadlineNanos() - elapsedNanos;
    if (ahead <= 0) {
      return (int) elapsed & (SLOTS - 1);
    }
    long tick = elapsed + (ahead - 1) / TICK_NANOS + 1;
    int highest = Long.SIZE - 1 - Long.numberOfLeadingZeros(tick ^ elapsed);
    if (highest >= WHEEL_BITS) {
      return BEYOND;
    }
    int level = highest / DIGIT_BITS;
    return level * SLOTS + ((int) (tick >>> (level * DIGIT_BITS)) & (SLOTS - 1));
  }

  /** The level whose first slot comes first of all, if there is any timer. */
  private int lowestOccupied() {
    int level = 0;
    while (occupied[level] == 0) {
      level++;
    }
    return level;
  }

  /** The tick at which a level's first occupied slot begins. */
  private long startOfFirstSlot(int level) {
    int bits = level * DIGIT_BITS;
    if (level == LEVELS) {
      return ((elapsed >>> bits) + 1) << bits;
    }
    long above = elapsed >>> (bits + DIGIT_BITS) << (bits + DIGIT_BITS);
    return above | (long) Long.numberOfTrailingZeros(occupied[level]) << bits;
  }

  private void advanceTo(long tick) {
    elapsedNanos += (tick - elapsed) * TICK_NANOS;
    elapsed = tick;
  }
}
