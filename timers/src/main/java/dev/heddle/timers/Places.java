package dev.heddle.timers;

import dev.heddle.runtime.TimerEntry;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The timers of all slots of a wheel, those of each slot in the order in which they came. Places
 * are numbered through, and an entry's position is its place. A slot takes them by chunks, which it
 * gives back when they are empty, so that no slot is ever copied to grow, a slot that was crowded
 * keeps nothing, and what one chunk gave back another slot may take: moving timers from one slot to
 * others needs a few chunks at most, whatever their number ({@link #reserve}).
 *
 * <p>A cancelled timer leaves a hole, which is gone with those that come after it, or once more
 * than half of a slot's places are holes.
 *
 * <p>4 bytes a timer (with compressed references), and up to 8 where many were cancelled. Grows by
 * segments, which are as long at the start as in the end, and does not shrink.
 */
final class Places {
  /** No place, or no chunk. */
  static final int NONE = -1;

  private static final int CHUNK_BITS = 6;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** So that every place has a number. */
  private static final int MOST_CHUNKS = 1 << (Integer.SIZE - 1 - CHUNK_BITS);

  private static final int SEGMENT_BITS = 13;
  private static final int SEGMENT = 1 << SEGMENT_BITS;
  private static final int CHUNKS_OF_SEGMENT = SEGMENT / CHUNK;

  private @Nullable TimerEntry[][] segments = {};

  private final Slot[] slots;

  /** The one that was detached last, so that a wheel which turns allocates nothing. */
  private Slot drained = new Slot();

  // For each chunk: whose it is, and its neighbours there. The next of a spare chunk is another
  // one.
  private int[] owner = {};
  private int[] next = {};
  private int[] previous = {};

  private int firstSpare = NONE;
  private int spares;
  private int size;

  Places(int slots) {
    this.slots = new Slot[slots];
    Arrays.setAll(this.slots, i -> new Slot());
  }

  /** How many entries there are. */
  int size() {
    return size;
  }

  Slot slot(int number) {
    return slots[number];
  }

  /** The slot is empty now. Returns the one that was, until the next call. */
  Slot detach(int number) {
    Slot detached = slots[number];
    // Not if whoever drained it threw, and it still holds timers that belong to no slot.
    slots[number] = drained.span == 0 ? drained : new Slot();
    drained = detached;
    return detached;
  }

  /** Appends an entry to a slot. O(1). Without effect if there is no memory. */
  void add(int number, TimerEntry entry) {
    Slot slot = slots[number];
    int place = slot.last + 1;
    if (placeInChunk(place) == 0) {
      place = appendChunk(slot);
      owner[place >>> CHUNK_BITS] = number;
    }
    segments[place >>> SEGMENT_BITS][place & (SEGMENT - 1)] = entry;
    entry.position(place);
    slot.last = place;
    slot.span++;
    slot.live++;
    size++;
  }

  /** Takes out an entry. O(1) amortised. Returns the number of its slot. */
  int remove(TimerEntry entry) {
    int place = entry.position();
    int number = owner[place >>> CHUNK_BITS];
    Slot slot = slots[number];
    entry.position(TimerEntry.NOT_QUEUED);
    clear(place);
    slot.live--;
    size--;
    if (place == slot.last) {
      trim(slot);
    }
    if (slot.span > 2 * slot.live + CHUNK) {
      closeUp(slot);
    }
    return number;
  }

  /**
   * Takes out all entries in their order. If the receiver throws, those that it has not got stay.
   *
   * @param receiver is given each after it was taken out; must not change this slot
   */
  void drain(Slot slot, Consumer<? super TimerEntry> receiver) {
    while (slot.span > 0) {
      int chunk = slot.firstChunk;
      int begin = chunk << CHUNK_BITS;
      boolean isLast = slot.last >>> CHUNK_BITS == chunk;
      int end = isLast ? slot.last + 1 : begin + CHUNK;
      @Nullable TimerEntry[] segment = segments[begin >>> SEGMENT_BITS];
      checkPositions(segment, begin, end);
      for (int place = begin; place < end; place++) {
        TimerEntry entry = segment[place & (SEGMENT - 1)];
        if (entry != null) {
          segment[place & (SEGMENT - 1)] = null;
          entry.position(TimerEntry.NOT_QUEUED);
          slot.live--;
          size--;
          receiver.accept(entry);
        }
      }
      slot.span -= end - begin;
      slot.firstChunk = next[chunk];
      spare(chunk);
    }
    slot.last = NONE;
  }

  /**
   * Checks that each entry of a chunk knows its place. That reads them all, and their cache misses
   * overlap. Else each would wait for what is done with the entry before it, which takes twice as
   * long with a million timers.
   */
  private static void checkPositions(@Nullable TimerEntry[] segment, int begin, int end) {
    for (int place = begin; place < end; place++) {
      TimerEntry entry = segment[place & (SEGMENT - 1)];
      if (entry != null && entry.position() != place) {
        throw new IllegalStateException("a timer's position was changed while a queue held it");
      }
    }
  }

  /** From now on so many chunks can be had without memory. */
  void reserve(int chunks) {
    while (spares < chunks) {
      addSegment();
    }
  }

  private @Nullable TimerEntry at(int place) {
    return segments[place >>> SEGMENT_BITS][place & (SEGMENT - 1)];
  }

  private void clear(int place) {
    segments[place >>> SEGMENT_BITS][place & (SEGMENT - 1)] = null;
  }

  /** Gives back the holes at the end. The last place is one. */
  private void trim(Slot slot) {
    int place = slot.last;
    do {
      slot.span--;
      place = placeInChunk(place) == 0 ? dropLastChunk(slot, place) : place - 1;
    } while (slot.span > 0 && at(place) == null);
    slot.last = place;
  }

  /** Returns the last place before it. */
  private int dropLastChunk(Slot slot, int begin) {
    int chunk = begin >>> CHUNK_BITS;
    spare(chunk);
    return slot.span == 0 ? NONE : lastPlace(previous[chunk]);
  }

  /** Moves the entries of a slot together. */
  private void closeUp(Slot slot) {
    int from = slot.firstChunk << CHUNK_BITS;
    int to = from;
    int last = NONE;
    for (int left = slot.live; left > 0; from = after(from)) {
      TimerEntry entry = at(from);
      if (entry != null) {
        clear(from);
        segments[to >>> SEGMENT_BITS][to & (SEGMENT - 1)] = entry;
        entry.position(to);
        last = to;
        if (--left > 0) {
          to = after(to);
        }
      }
    }
    int chunk = slot.last >>> CHUNK_BITS;
    while (chunk != last >>> CHUNK_BITS) {
      int before = previous[chunk];
      spare(chunk);
      chunk = before;
    }
    slot.last = last;
    slot.span = slot.live;
  }

  /** The place that comes after this one in its slot. */
  private int after(int place) {
    return placeInChunk(place + 1) == 0 ? next[place >>> CHUNK_BITS] << CHUNK_BITS : place + 1;
  }

  /** Returns its first place. */
  private int appendChunk(Slot slot) {
    if (spares == 0) {
      addSegment();
    }
    int chunk = firstSpare;
    firstSpare = next[chunk];
    spares--;
    if (slot.span == 0) {
      slot.firstChunk = chunk;
    } else {
      int before = slot.last >>> CHUNK_BITS;
      next[before] = chunk;
      previous[chunk] = before;
    }
    return chunk << CHUNK_BITS;
  }

  private void spare(int chunk) {
    next[chunk] = firstSpare;
    firstSpare = chunk;
    spares++;
  }

  /** All of its memory or none, so that what finds none is as it was. */
  private void addSegment() {
    int first = segments.length * CHUNKS_OF_SEGMENT;
    int chunks = first + CHUNKS_OF_SEGMENT;
    if (chunks > MOST_CHUNKS) {
      throw new OutOfMemoryError("a wheel has no more than 2^31 places");
    }
    @Nullable TimerEntry[][] moreSegments = Arrays.copyOf(segments, segments.length + 1);
    moreSegments[segments.length] = new TimerEntry[SEGMENT];
    if (chunks > next.length) {
      int[] longerOwner = Arrays.copyOf(owner, 2 * chunks);
      int[] longerNext = Arrays.copyOf(next, 2 * chunks);
      previous = Arrays.copyOf(previous, 2 * chunks);
      next = longerNext;
      owner = longerOwner;
    }
    segments = moreSegments;
    for (int chunk = chunks - 1; chunk >= first; chunk--) {
      spare(chunk);
    }
  }

  private static int placeInChunk(int place) {
    return place & (CHUNK - 1);
  }

  private static int lastPlace(int chunk) {
    return (chunk << CHUNK_BITS) + CHUNK - 1;
  }
}
