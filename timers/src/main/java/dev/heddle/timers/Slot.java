package dev.heddle.timers;

import dev.heddle.runtime.TimerEntry;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one slot of a {@link TimerWheelQueue}, in the order in which they came. An entry's
 * position is its index here. A cancelled one leaves a hole, which is gone with those that come
 * after it, or once half of all places are holes.
 */
final class Slot {
  /** Up to so many places holes are no matter. */
  private static final int FEW = 16;

  private final SpareArrays spares;
  private @Nullable TimerEntry[] entries = SpareArrays.NONE;

  /** How many places are in use, holes among them. The last one is no hole between two calls. */
  private int end;

  private int holes;

  Slot(SpareArrays spares) {
    this.spares = spares;
  }

  void add(TimerEntry entry) {
    if (end == entries.length) {
      entries = spares.grown(entries);
    }
    entries[end] = entry;
    entry.position(end++);
  }

  /** An entry that is here. O(1) amortised. */
  void remove(TimerEntry entry) {
    int place = entry.position();
    entry.position(TimerEntry.NOT_QUEUED);
    entries[place] = null;
    holes++;
    if (place == end - 1) {
      trim();
    } else if (holes > end / 2 && end > FEW) {
      closeUp();
    }
  }

  private void trim() {
    do {
      end--;
      holes--;
    } while (end > 0 && entries[end - 1] == null);
  }

  private void closeUp() {
    int to = 0;
    for (int from = 0; from < end; from++) {
      TimerEntry entry = entries[from];
      if (entry != null) {
        entries[from] = null;
        entries[to] = entry;
        entry.position(to++);
      }
    }
    end = to;
    holes = 0;
  }

  /** How many places there are to look at, from 0. */
  int end() {
    return end;
  }

  /** Null for a hole. */
  @Nullable TimerEntry at(int place) {
    return entries[place];
  }

  /** What was there is somewhere else now; {@link #emptied} comes after the last place. */
  void clear(int place) {
    entries[place] = null;
    holes++;
  }

  /** All places are cleared. */
  void emptied() {
    end = 0;
    holes = 0;
    entries = spares.emptied(entries);
  }

  boolean isEmpty() {
    return end == 0;
  }
}
