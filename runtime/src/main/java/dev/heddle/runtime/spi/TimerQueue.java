package dev.heddle.runtime.spi;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.TimerEntry;
import java.util.function.Consumer;

/**
 * Holds timers until they are due. It reads no clock and wakes nobody: the runtime tells it the
 * time and is given the entries that are due.
 *
 * <p>Times are nanoseconds in the scale of the runtime's {@link dev.heddle.runtime.Clock}, which
 * may be negative and may wrap: they are compared by subtraction, so that what is held at one time
 * must lie less than 2<sup>63</sup> ns (292 years) apart. So must a deadline that is inserted and
 * the time that {@link #expire} or the provider was told last: a runtime's deadlines lie 146 years
 * ahead at most, and it tells an empty queue too what time it is before as much has passed.
 *
 * <p>Not thread-safe: the runtime calls it under a lock. Neither inserting nor cancelling allocates
 * except to grow; what a queue must know about an entry stands in the entry.
 */
public interface TimerQueue {

  /**
   * Adds an entry. If there is no memory for it, the queue and the entry are as they were.
   *
   * @throws IllegalStateException if a queue holds it already
   */
  void insert(TimerEntry entry);

  /**
   * Takes an entry out, so that nothing of it is left behind. Without effect on an entry that was
   * never inserted, or has been due or cancelled since.
   *
   * @param entry which no other queue holds: an entry knows its place, and not whose it is
   * @return whether it was here
   */
  boolean cancel(TimerEntry entry);

  /**
   * Takes out every entry that is due, earliest deadline first, equal deadlines in the order of
   * their insertion if its provider {@linkplain TimerProvider#keepsOrder says so}. A queue that
   * counts in coarser ticks rounds deadlines up and {@code nowNanos} down, and takes the deadlines
   * of one tick for equal, as also those that were over when they were inserted. None is ever
   * passed on early.
   *
   * <p>Without memory for what it must move inside, it throws and has lost nothing: the next call
   * goes on.
   *
   * @param nowNanos the present time; if it lies before that of an earlier call, or of the queue's
   *     creation, that one counts
   * @param due is given each entry after it was taken out. Must not call this queue, which is in
   *     the middle of its work: whoever inserts, cancels or resets timers because others are due
   *     does so when this call has returned, as the runtime does, which only collects the wakers
   *     here. If it throws, this entry is out, and those that it was not given stay for the next
   *     call
   */
  void expire(long nowNanos, Consumer<? super TimerEntry> due);

  /**
   * When {@link #expire} is to be called next if nothing is inserted or cancelled: not later than
   * the first entry is due. A queue may say a lower bound, if it says so; nothing is due then
   * perhaps, and the bound lies later after the call. {@link Parker#NEVER} if the queue is empty; a
   * time that reads the same is given as a nanosecond later.
   */
  long nextDeadlineNanos();

  /** How many entries it holds. */
  int size();
}
