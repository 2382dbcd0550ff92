package dev.heddle.timers;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerQueue;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.DeadlineTimerWheel;
import org.jspecify.annotations.Nullable;

/**
 * Timers on Agrona's {@link DeadlineTimerWheel}: a hashed wheel whose every slot has the same
 * number of places in one flat array. A timer lies in the slot of its deadline modulo the wheel,
 * however many turns ahead, in the first place that is free; so a full slot costs a look at each of
 * its places to insert, and every place of a slot is looked at when the wheel comes by.
 *
 * <p>The wheel knows deadlines by number only. Whose they are stands here in one row for each slot,
 * in the same places: an entry's position is its place, and its deadline names its slot. No map is
 * needed, so this is about the least that the wheel costs its users.
 *
 * <p>The wheel says nothing of its next deadline, and is meant to be turned tick by tick. Here it
 * skips slots that hold nothing. So the next deadline is a lower bound: that of the next slot in
 * use, even if its timers are turns ahead or cancelled; but after a whole turn in which nothing was
 * due the wheel is asked for its earliest deadline, and skips to it. A jump of a turn or more, as
 * after a suspension, would come by every slot once for each turn: instead one look at all timers
 * finds those that are due, which are sorted and taken out one by one, O(slots + n log n).
 *
 * <p>All slots grow when one is full, and never shrink: a hundred thousand timers in one tick cost
 * 8 GB, and more than 2<sup>17</sup> are refused by the wheel.
 */
final class AgronaWheelQueue implements TimerQueue {
  static final long TICK_NANOS = 1_000_000;

  /**
   * One turn is 8.2 s. With more slots many timers lie less deep, and a burst costs more, as each
   * slot has as many places as the fullest: one of 4,000 timers in a tick takes 256 MB, and with
   * four times as many slots would not fit into the heap of a measurement.
   */
  static final int TICKS_PER_WHEEL = 1 << 13;

  private static final int PLACES_AT_FIRST = 16;

  /** A tick that never comes. */
  private static final long NO_TICK = Long.MAX_VALUE;

  private final DeadlineTimerWheel wheel =
      new DeadlineTimerWheel(TimeUnit.MILLISECONDS, 0, 1, TICKS_PER_WHEEL, PLACES_AT_FIRST);
  private final DeadlineTimerWheel.TimerHandler handler = this::due;

  /** The entries of each slot, in the wheel's places; grown on demand. */
  private final @Nullable TimerEntry[][] rows = new TimerEntry[TICKS_PER_WHEEL][0];

  private final int[] counts = new int[TICKS_PER_WHEEL];
  private final BitSet occupied = new BitSet(TICKS_PER_WHEEL);

  /** Who is told of what is due, during {@link #expire}. */
  private @Nullable Consumer<? super TimerEntry> taker;

  /** The present in ticks since the creation. */
  private long elapsed;

  /** When that tick began, in the scale of the deadlines. */
  private long elapsedNanos;

  /** No timer is due before this tick. Of no meaning while there is none. */
  private long nextTick = NO_TICK;

  /** Since when nothing was due. */
  private long quietSince;

  AgronaWheelQueue(long nowNanos) {
    elapsedNanos = nowNanos;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException also if the wheel cannot grow any more
   */
  @Override
  public void insert(TimerEntry entry) {
    if (entry.position() != TimerEntry.NOT_QUEUED) {
      throw new IllegalStateException("a queue holds this timer already");
    }
    long tick = tickOf(entry);
    int slot = slotOf(tick);
    // The wheel takes the first free place, which is no further than the number of timers there.
    if (rows[slot].length == counts[slot]) {
      rows[slot] = Arrays.copyOf(rows[slot], Math.max(PLACES_AT_FIRST, 2 * counts[slot]));
    }
    int place = (int) wheel.scheduleTimer(tick);
    rows[slot][place] = entry;
    entry.position(place);
    if (counts[slot]++ == 0) {
      occupied.set(slot);
    }
    nextTick = size() == 1 ? tick : Math.min(nextTick, tick);
  }

  @Override
  public boolean cancel(TimerEntry entry) {
    if (entry.position() == TimerEntry.NOT_QUEUED) {
      return false;
    }
    int slot = slotOf(tickOf(entry));
    wheel.cancelTimer((long) slot << Integer.SIZE | entry.position());
    takeOut(slot, entry.position());
    return true;
  }

  @Override
  public void expire(long nowNanos, Consumer<? super TimerEntry> due) {
    long passed = nowNanos - elapsedNanos;
    long target = passed <= 0 ? elapsed : elapsed + passed / TICK_NANOS;
    if (target - elapsed >= TICKS_PER_WHEEL && size() > 0 && nextTick <= target) {
      jump(target, due);
    } else {
      turn(target, due);
    }
    advanceTo(target);
  }

  /** By less than a turn: the slots in use come by, each once at most. */
  private void turn(long target, Consumer<? super TimerEntry> due) {
    taker = due;
    try {
      while (size() > 0 && nextTick <= target) {
        advanceTo(nextTick);
        boolean fruitful = wheel.poll(elapsed, handler, Integer.MAX_VALUE) > 0;
        if (fruitful || elapsed - quietSince < TICKS_PER_WHEEL) {
          nextTick = nextOccupiedAfter(elapsed);
        } else {
          nextTick = earliest();
          fruitful = true; // ask no more for a turn
        }
        if (fruitful) {
          quietSince = elapsed;
        }
      }
    } finally {
      taker = null;
    }
  }

  /** By turns. The memory is taken before anything changes. */
  private void jump(long target, Consumer<? super TimerEntry> due) {
    TimerEntry[] inOrder = dueBy(target);
    for (TimerEntry entry : inOrder) {
      advanceTo(tickOf(entry));
      nextTick = elapsed;
      cancel(entry);
      due.accept(entry);
    }
    nextTick = earliest();
    quietSince = target;
  }

  /** The timers whose tick is no later, earliest deadline first. */
  private TimerEntry[] dueBy(long tick) {
    TimerEntry[] found = new TimerEntry[size()];
    int count = 0;
    for (int slot = occupied.nextSetBit(0); slot >= 0; slot = occupied.nextSetBit(slot + 1)) {
      for (TimerEntry entry : rows[slot]) {
        if (entry != null && tickOf(entry) <= tick) {
          found[count++] = entry;
        }
      }
    }
    TimerEntry[] inOrder = Arrays.copyOf(found, count);
    // By subtraction, as the scale wraps.
    Arrays.sort(inOrder, (a, b) -> Long.signum(a.deadlineNanos() - b.deadlineNanos()));
    return inOrder;
  }

  /** The tick of the wheel's first timer. */
  private long earliest() {
    long first = NO_TICK;
    for (int slot = occupied.nextSetBit(0); slot >= 0; slot = occupied.nextSetBit(slot + 1)) {
      for (TimerEntry entry : rows[slot]) {
        if (entry != null) {
          first = Math.min(first, tickOf(entry));
        }
      }
    }
    return first;
  }

  @Override
  public long nextDeadlineNanos() {
    if (size() == 0) {
      return Parker.NEVER;
    }
    long next = elapsedNanos + (nextTick - elapsed) * TICK_NANOS;
    return next == Parker.NEVER ? next + 1 : next;
  }

  @Override
  public int size() {
    return (int) wheel.timerCount();
  }

  /** The wheel's, which has taken the timer out. */
  private boolean due(TimeUnit unit, long now, long timer) {
    TimerEntry entry = takeOut((int) (timer >> Integer.SIZE), (int) timer);
    Objects.requireNonNull(taker).accept(entry);
    return true;
  }

  private TimerEntry takeOut(int slot, int place) {
    TimerEntry entry = Objects.requireNonNull(rows[slot][place]);
    rows[slot][place] = null;
    entry.position(TimerEntry.NOT_QUEUED);
    if (--counts[slot] == 0) {
      occupied.clear(slot);
    }
    return entry;
  }

  /** Rounded up. What lies in the past counts as the present until the present is over. */
  private long tickOf(TimerEntry entry) {
    long ahead = entry.deadlineNanos() - elapsedNanos;
    return ahead <= 0 ? elapsed : elapsed + (ahead - 1) / TICK_NANOS + 1;
  }

  private static int slotOf(long tick) {
    return (int) tick & (TICKS_PER_WHEEL - 1);
  }

  /** The first tick after this one whose slot holds anything, within one turn. */
  private long nextOccupiedAfter(long tick) {
    int from = slotOf(tick + 1);
    int slot = occupied.nextSetBit(from);
    if (slot < 0) {
      slot = occupied.nextSetBit(0);
    }
    return slot < 0 ? NO_TICK : tick + 1 + slotOf(slot - from);
  }

  private void advanceTo(long tick) {
    elapsedNanos += (tick - elapsed) * TICK_NANOS;
    elapsed = tick;
    wheel.currentTickTime(tick);
  }
}
