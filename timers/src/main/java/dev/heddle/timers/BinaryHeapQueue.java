package dev.heddle.timers;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerQueue;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A binary heap in an array (J. W. J. Williams, "Algorithm 232: Heapsort", CACM 7(6), 1964): the
 * children of place i are at 2i+1 and 2i+2, and no entry is due before its parent. An entry's
 * position is its place, so that it is cancelled where it stands.
 *
 * <p>A heap alone forgets who came first, so an entry's order is a count of insertions, which
 * decides between equal deadlines.
 *
 * <p>Insert and cancel O(log n), expire O(log n) for each entry that is due; insert is O(1) for a
 * deadline that comes after all others. The array grows by doubling and does not shrink.
 */
final class BinaryHeapQueue implements TimerQueue {
  private static final int FIRST_CAPACITY = 64;

  private @Nullable TimerEntry[] heap = new TimerEntry[FIRST_CAPACITY];
  private int size;
  private long inserted;

  /** The latest time anybody told. */
  private long nowNanos;

  BinaryHeapQueue(long nowNanos) {
    this.nowNanos = nowNanos;
  }

  @Override
  public void insert(TimerEntry entry) {
    if (entry.position() != TimerEntry.NOT_QUEUED) {
      throw new IllegalStateException("a queue holds this timer already");
    }
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    entry.order(inserted++);
    siftUp(entry, size++);
  }

  @Override
  public boolean cancel(TimerEntry entry) {
    int place = entry.position();
    if (place == TimerEntry.NOT_QUEUED) {
      return false;
    }
    remove(place);
    return true;
  }

  @Override
  public void expire(long nowNanos, Consumer<? super TimerEntry> due) {
    if (nowNanos - this.nowNanos > 0) {
      this.nowNanos = nowNanos;
    }
    while (size > 0 && at(0).deadlineNanos() - this.nowNanos <= 0) {
      TimerEntry first = at(0);
      remove(0);
      due.accept(first);
    }
  }

  @Override
  public long nextDeadlineNanos() {
    return size == 0 ? Parker.NEVER : at(0).deadlineNanos();
  }

  @Override
  public int size() {
    return size;
  }

  private TimerEntry at(int place) {
    return Objects.requireNonNull(heap[place]);
  }

  private void remove(int place) {
    at(place).position(TimerEntry.NOT_QUEUED);
    TimerEntry last = at(--size);
    heap[size] = null;
    if (place == size) {
      return;
    }
    // The last entry fills the gap. It comes from another branch, so it may belong further up.
    if (place > 0 && isBefore(last, at(parent(place)))) {
      siftUp(last, place);
    } else {
      siftDown(last, place);
    }
  }

  private void siftUp(TimerEntry entry, int from) {
    int place = from;
    while (place > 0 && isBefore(entry, at(parent(place)))) {
      put(at(parent(place)), place);
      place = parent(place);
    }
    put(entry, place);
  }

  private void siftDown(TimerEntry entry, int from) {
    int place = from;
    while (firstChild(place) < size) {
      int child = firstChild(place);
      if (child + 1 < size && isBefore(at(child + 1), at(child))) {
        child++;
      }
      if (isBefore(entry, at(child))) {
        break;
      }
      put(at(child), place);
      place = child;
    }
    put(entry, place);
  }

  private void put(TimerEntry entry, int place) {
    heap[place] = entry;
    entry.position(place);
  }

  /** Both numbers wrap, so they are compared by subtraction. */
  private static boolean isBefore(TimerEntry one, TimerEntry other) {
    long difference = one.deadlineNanos() - other.deadlineNanos();
    return difference < 0 || (difference == 0 && one.order() - other.order() < 0);
  }

  private static int parent(int place) {
    return (place - 1) >>> 1;
  }

  private static int firstChild(int place) {
    return 2 * place + 1;
  }
}
