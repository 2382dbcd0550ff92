package dev.heddle.timers;

/** Where the timers of one slot are among all {@link Places}, whose alone this is. */
final class Slot {
  /** The first chunk; of no meaning while {@link #span} is 0. */
  int firstChunk;

  /** The last place in use, or {@link Places#NONE}. */
  int last = Places.NONE;

  /** How many places there are from the first to the last, holes among them. */
  int span;

  /** How many timers there are. */
  int live;

  boolean isEmpty() {
    return live == 0;
  }
}
