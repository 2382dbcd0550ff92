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
 * <p>A heap alone forgets who came first, so each entry has a count of insertions, which decides
 * between equal deadlines. Both numbers stand in arrays beside the entries: what is compared on the
 * way through the heap is read from there, and no entry is touched but to tell it its place.
 *
 * <p>Insert and cancel O(log n), expire O(log n) for each entry that is due; insert is O(1) for a
 * deadline that comes after all others. The arrays grow by doubling and do not shrink.
 */
final class BinaryHeapQueue implements TimerQueue {
  private static final int FIRST_CAPACITY = 64;

  private @Nullable TimerEntry[] heap = new TimerEntry[FIRST_CAPACITY];
  private long[] deadlines = new long[FIRST_CAPACITY];
  private long[] orders = new long[FIRST_CAPACITY];
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
      grow();
    }
    siftUp(entry, entry.deadlineNanos(), inserted++, size++);
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
    while (size > 0 && deadlines[0] - this.nowNanos <= 0) {
      TimerEntry first = at(0);
      remove(0);
      due.accept(first);
    }
  }

  @Override
  public long nextDeadlineNanos() {
    return size == 0 ? Parker.NEVER : deadlines[0];
  }

  @Override
  public int size() {
    return size;
  }

  /** All three or none, so that a heap which found no memory is as it was. */
  private void grow() {
    TimerEntry[] entries = Arrays.copyOf(heap, 2 * size);
    long[] longerDeadlines = Arrays.copyOf(deadlines, 2 * size);
    orders = Arrays.copyOf(orders, 2 * size);
    deadlines = longerDeadlines;
    heap = entries;
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
    long deadline = deadlines[size];
    long order = orders[size];
    if (place > 0 && isBefore(deadline, order, parent(place))) {
      siftUp(last, deadline, order, place);
    } else {
      siftDown(last, deadline, order, place);
    }
  }

  private void siftUp(TimerEntry entry, long deadline, long order, int from) {
    int place = from;
    while (place > 0 && isBefore(deadline, order, parent(place))) {
      move(parent(place), place);
      place = parent(place);
    }
    put(entry, deadline, order, place);
  }

  private void siftDown(TimerEntry entry, long deadline, long order, int from) {
    int place = from;
    while (firstChild(place) < size) {
      int child = firstChild(place);
      if (child + 1 < size && isBefore(deadlines[child + 1], orders[child + 1], child)) {
        child++;
      }
      if (isBefore(deadline, order, child)) {
        break;
      }
      move(child, place);
      place = child;
    }
    put(entry, deadline, order, place);
  }

  private void move(int from, int to) {
    put(at(from), deadlines[from], orders[from], to);
  }

  private void put(TimerEntry entry, long deadline, long order, int place) {
    heap[place] = entry;
    deadlines[place] = deadline;
    orders[place] = order;
    entry.position(place);
  }

  /** Both numbers wrap, so they are compared by subtraction. */
  private boolean isBefore(long deadline, long order, int place) {
    long difference = deadline - deadlines[place];
    return difference < 0 || (difference == 0 && order - orders[place] < 0);
  }

  private static int parent(int place) {
    return (place - 1) >>> 1;
  }

  private static int firstChild(int place) {
    return 2 * place + 1;
  }
}
