package dev.heddle.drivers.uring;

/**
 * What a ring is asked to be.
 *
 * @param entries room for requests that are queued and not yet handed over; a power of two up to
 *     32,768
 * @param leastEntries what is still worth having when memory does not allow more; a power of two up
 *     to {@code entries}
 * @param completionEntries room for completions that are not yet looked at; a power of two from
 *     {@code entries} to 65,536. Halved with {@code entries}
 * @param shared whether several threads enter the ring in turn, under a lock of theirs; else the
 *     first thread that enters it owns it, which the kernel makes cheaper
 */
record RingOptions(int entries, int leastEntries, int completionEntries, boolean shared) {
  private static final int MAX_ENTRIES = 1 << 15;
  private static final int DEFAULT_LEAST = 32;

  RingOptions {
    check("entries", entries, 1, MAX_ENTRIES);
    check("leastEntries", leastEntries, 1, entries);
    check("completionEntries", completionEntries, entries, 2 * MAX_ENTRIES);
  }

  /** A ring of one owner, with four completions for a request and at least 32 entries. */
  static RingOptions owned(int entries) {
    return new RingOptions(entries, Math.min(entries, DEFAULT_LEAST), 4 * entries, false);
  }

  /** Likewise a ring that several threads enter in turn. */
  static RingOptions sharedInTurn(int entries) {
    return new RingOptions(entries, Math.min(entries, DEFAULT_LEAST), 4 * entries, true);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most || Integer.bitCount(value) != 1) {
      throw new IllegalArgumentException(
          "%s is %d, but must be a power of two from %d to %d".formatted(name, value, least, most));
    }
  }
}
