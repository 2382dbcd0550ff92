package dev.heddle.timers;

import dev.heddle.runtime.TimerEntry;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The arrays that the slots of one wheel do not need now. A slot that fills up takes a longer one
 * from here, and a slot that was emptied puts it back: so a wheel which turns allocates nothing,
 * and the memory of a crowded slot does not stay with it.
 */
final class SpareArrays {
  static final @Nullable TimerEntry[] NONE = {};

  private static final int SHORTEST = 4;

  /** An array up to this length stays with its slot, as that costs less than the way here. */
  private static final int STAYS = 64;

  /** How many places spare arrays of one length may have in all, if more than one. */
  private static final int PLACES_KEPT = 1 << 16;

  /** Spare arrays by the logarithm of their length, a stack each. */
  private final @Nullable TimerEntry[][][] spares = new TimerEntry[Integer.SIZE][][];

  private final int[] count = new int[Integer.SIZE];

  /** A longer array with the same entries; the old one is a spare now. */
  @Nullable TimerEntry[] grown(@Nullable TimerEntry[] full) {
    @Nullable TimerEntry[] longer = take(Math.max(SHORTEST, 2 * full.length));
    System.arraycopy(full, 0, longer, 0, full.length);
    Arrays.fill(full, null);
    put(full);
    return longer;
  }

  /** The array for a slot that has no entries any more: this one, of nulls, if it is short. */
  @Nullable TimerEntry[] emptied(@Nullable TimerEntry[] empty) {
    if (empty.length <= STAYS) {
      return empty;
    }
    put(empty);
    return take(STAYS);
  }

  private @Nullable TimerEntry[] take(int length) {
    int kind = Integer.numberOfTrailingZeros(length);
    if (count[kind] == 0) {
      return new TimerEntry[length];
    }
    int last = --count[kind];
    @Nullable TimerEntry[] spare = spares[kind][last];
    spares[kind][last] = NONE;
    return spare;
  }

  private void put(@Nullable TimerEntry[] empty) {
    if (empty.length == 0) {
      return;
    }
    int kind = Integer.numberOfTrailingZeros(empty.length);
    int most = Math.max(1, PLACES_KEPT / empty.length);
    if (count[kind] == most) {
      return; // the collector's
    }
    if (spares[kind] == null) {
      spares[kind] = new TimerEntry[0][];
    }
    if (count[kind] == spares[kind].length) {
      spares[kind] = Arrays.copyOf(spares[kind], Math.min(most, Math.max(1, 2 * count[kind])));
    }
    spares[kind][count[kind]++] = empty;
  }
}
