package dev.heddle.timers;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerQueue;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A d-ary heap (D. B. Johnson, "Priority queues with update and finding minimum spanning trees",
 * IPL 4(3), 1975) with d = 4: the children of place i are at 4i+1 to 4i+4, whose deadlines lie in
 * one cache line or two. It is half as deep as a binary heap, and a place costs little more.
 *
 * <p>What moves on the way through the heap are numbers only: a deadline, a count of insertions
 * that decides between equal ones, and the index of the entry in a table, where the entry stays
 * put. Its position is that index. So neither insert nor expire touches any entry but the one at
 * hand.
 *
 * <p>Cancelling is lazy. The entry leaves the table at once, so that nothing refers to it any more;
 * its place in the heap stays, dead, until it comes to the top or stands at the end, or until more
 * than half of all places are dead, when all of these are swept out and the heap is built anew. The
 * first place is never dead between two calls, so that the next deadline is exact.
 *
 * <p>Insert O(log n), and O(1) for a deadline that comes after all others; cancel O(1) amortised,
 * but for what it takes to bring the next live one to the top; expire O(log n) for each entry that
 * is due, and for each dead place that comes before it. n counts dead places, which are no more
 * than the live ones and a few. The arrays grow by doubling and do not shrink.
 */
final class DaryHeapQueue implements TimerQueue {
  private static final int CHILDREN = 4;
  private static final int FIRST_CAPACITY = 64;

  /** Up to so many dead places are no matter. */
  private static final int FEW = 32;

  // By place.
  private long[] deadlines = new long[FIRST_CAPACITY];
  private long[] orders = new long[FIRST_CAPACITY];

  /** The index of each place's entry; beyond the heap's end, those that are free. */
  private int[] indexes = new int[FIRST_CAPACITY];

  /** By index. Null if the place is dead, or the index free. */
  private @Nullable TimerEntry[] entries = new TimerEntry[FIRST_CAPACITY];

  /** How many places the heap has. */
  private int places;

  private int dead;
  private long inserted;

  /** The latest time anybody told. */
  private long nowNanos;

  DaryHeapQueue(long nowNanos) {
    this.nowNanos = nowNanos;
    Arrays.setAll(indexes, i -> i);
  }

  @Override
  public void insert(TimerEntry entry) {
    if (entry.position() != TimerEntry.NOT_QUEUED) {
      throw new IllegalStateException("a queue holds this timer already");
    }
    if (places == indexes.length) {
      grow();
    }
    int index = indexes[places];
    entries[index] = entry;
    entry.position(index);
    siftUp(entry.deadlineNanos(), inserted++, index, places++);
  }

  @Override
  public boolean cancel(TimerEntry entry) {
    int index = entry.position();
    if (index == TimerEntry.NOT_QUEUED) {
      return false;
    }
    entry.position(TimerEntry.NOT_QUEUED);
    entries[index] = null;
    dead++;
    while (places > 0 && isDead(places - 1)) {
      places--;
      dead--;
    }
    dropDeadFromTheTop();
    if (dead > FEW && dead > places / 2) {
      sweep();
    }
    return true;
  }

  @Override
  public void expire(long nowNanos, Consumer<? super TimerEntry> due) {
    if (nowNanos - this.nowNanos > 0) {
      this.nowNanos = nowNanos;
    }
    while (places > 0 && deadlines[0] - this.nowNanos <= 0) {
      int index = indexes[0];
      TimerEntry first = Objects.requireNonNull(entries[index]);
      entries[index] = null;
      first.position(TimerEntry.NOT_QUEUED);
      removeFirst();
      dropDeadFromTheTop();
      due.accept(first);
    }
  }

  @Override
  public long nextDeadlineNanos() {
    return places == 0 ? Parker.NEVER : deadlines[0];
  }

  @Override
  public int size() {
    return places - dead;
  }

  private boolean isDead(int place) {
    return entries[indexes[place]] == null;
  }

  private void dropDeadFromTheTop() {
    while (dead > 0 && isDead(0)) {
      removeFirst();
      dead--;
    }
  }

  /** All of the arrays or none, so that a heap which found no memory is as it was. */
  private void grow() {
    int capacity = 2 * places;
    long[] longerDeadlines = Arrays.copyOf(deadlines, capacity);
    long[] longerOrders = Arrays.copyOf(orders, capacity);
    int[] longerIndexes = Arrays.copyOf(indexes, capacity);
    entries = Arrays.copyOf(entries, capacity);
    for (int i = places; i < capacity; i++) {
      longerIndexes[i] = i;
    }
    deadlines = longerDeadlines;
    orders = longerOrders;
    indexes = longerIndexes;
  }

  /** The index of the first place is free then. */
  private void removeFirst() {
    int free = indexes[0];
    int last = --places;
    int index = indexes[last];
    indexes[last] = free;
    if (last > 0) {
      siftDown(deadlines[last], orders[last], index, 0);
    }
  }

  /** The live places close up, and are made a heap (R. W. Floyd, "Algorithm 245", 1964). */
  private void sweep() {
    int live = 0;
    for (int place = 0; place < places; place++) {
      if (!isDead(place)) {
        int free = indexes[live];
        put(deadlines[place], orders[place], indexes[place], live++);
        indexes[place] = free;
      }
    }
    places = live;
    dead = 0;
    for (int place = parent(places - 1); place >= 0; place--) {
      siftDown(deadlines[place], orders[place], indexes[place], place);
    }
  }

  private void siftUp(long deadline, long order, int index, int from) {
    int place = from;
    while (place > 0 && isBefore(deadline, order, parent(place))) {
      move(parent(place), place);
      place = parent(place);
    }
    put(deadline, order, index, place);
  }

  private void siftDown(long deadline, long order, int index, int from) {
    int place = from;
    while (firstChild(place) < places) {
      int child = firstOfChildren(place);
      if (isBefore(deadline, order, child)) {
        break;
      }
      move(child, place);
      place = child;
    }
    put(deadline, order, index, place);
  }

  /** Which of the children comes first. */
  private int firstOfChildren(int place) {
    int first = firstChild(place);
    int end = Math.min(first + CHILDREN, places);
    for (int child = first + 1; child < end; child++) {
      if (isBefore(deadlines[child], orders[child], first)) {
        first = child;
      }
    }
    return first;
  }

  private void move(int from, int to) {
    put(deadlines[from], orders[from], indexes[from], to);
  }

  private void put(long deadline, long order, int index, int place) {
    deadlines[place] = deadline;
    orders[place] = order;
    indexes[place] = index;
  }

  /** Both numbers wrap, so they are compared by subtraction. */
  private boolean isBefore(long deadline, long order, int place) {
    long difference = deadline - deadlines[place];
    return difference < 0 || (difference == 0 && order - orders[place] < 0);
  }

  private static int parent(int place) {
    return (place - 1) >> 2;
  }

  private static int firstChild(int place) {
    return CHILDREN * place + 1;
  }
}
