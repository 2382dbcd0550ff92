package dev.heddle.workloads.load;

import java.nio.ByteBuffer;

/**
 * What a request holds: its number at the beginning, and at the end too if there is room, so that
 * an answer which is another request's, or is short of a part, is found out.
 */
final class Payload {
  private Payload() {}

  /** Fills a cleared buffer. */
  static void fill(ByteBuffer bytes, int length, long number) {
    bytes.limit(length);
    bytes.putLong(last(length), number);
    bytes.putLong(0, number);
  }

  /**
   * Whether a part of an answer is what was sent.
   *
   * @param bytes the part, of which position and limit are left as they are
   * @param at where in the answer it begins
   */
  static boolean matches(ByteBuffer bytes, int at, int length, long number) {
    return holds(bytes, at, 0, number) && holds(bytes, at, last(length), number);
  }

  /** Where the number stands again: where it stands already if there is no room for two. */
  private static int last(int length) {
    return length >= 2 * Long.BYTES ? length - Long.BYTES : 0;
  }

  /** Compares where the part and the number's place overlap. */
  private static boolean holds(ByteBuffer bytes, int at, int place, long number) {
    int first = bytes.position() + place - at;
    if (first >= bytes.position() && first + Long.BYTES <= bytes.limit()) {
      return bytes.getLong(first) == number;
    }
    for (int i = 0; i < Long.BYTES; i++) {
      int where = first + i;
      if (where >= bytes.position()
          && where < bytes.limit()
          && bytes.get(where) != (byte) (number >>> (Long.SIZE - Byte.SIZE * (i + 1)))) {
        return false;
      }
    }
    return true;
  }
}
