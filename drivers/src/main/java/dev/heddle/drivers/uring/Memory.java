package dev.heddle.drivers.uring;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Memory by its address, as the kernel's structures name it. One segment over the whole address
 * space, held in a constant, costs about half of a segment per structure.
 *
 * <p>Nothing here looks at bounds or at life-times: a wrong address ends the JVM. So every address
 * comes from a mapping that its user keeps, and no other class reaches memory in this way. Values
 * lie aligned to their size, in the byte order of the machine, which is little-endian on all that
 * {@link Syscalls} knows.
 */
final class Memory {
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  private static final VarHandle BYTE = JAVA_BYTE.varHandle().withInvokeExactBehavior();
  private static final VarHandle SHORT = JAVA_SHORT.varHandle().withInvokeExactBehavior();
  private static final VarHandle INT = JAVA_INT.varHandle().withInvokeExactBehavior();
  private static final VarHandle LONG = JAVA_LONG.varHandle().withInvokeExactBehavior();

  private Memory() {}

  static byte getByte(long address) {
    return (byte) BYTE.get(ALL, address);
  }

  static void putByte(long address, byte value) {
    BYTE.set(ALL, address, value);
  }

  static short getShort(long address) {
    return (short) SHORT.get(ALL, address);
  }

  static void putShort(long address, short value) {
    SHORT.set(ALL, address, value);
  }

  static void putShortRelease(long address, short value) {
    SHORT.setRelease(ALL, address, value);
  }

  static int getInt(long address) {
    return (int) INT.get(ALL, address);
  }

  static int getIntOpaque(long address) {
    return (int) INT.getOpaque(ALL, address);
  }

  static int getIntAcquire(long address) {
    return (int) INT.getAcquire(ALL, address);
  }

  static void putInt(long address, int value) {
    INT.set(ALL, address, value);
  }

  static void putIntOpaque(long address, int value) {
    INT.setOpaque(ALL, address, value);
  }

  static void putIntRelease(long address, int value) {
    INT.setRelease(ALL, address, value);
  }

  static long getLong(long address) {
    return (long) LONG.get(ALL, address);
  }

  static long getLongOpaque(long address) {
    return (long) LONG.getOpaque(ALL, address);
  }

  static long getLongAcquire(long address) {
    return (long) LONG.getAcquire(ALL, address);
  }

  static void putLong(long address, long value) {
    LONG.set(ALL, address, value);
  }

  static void putLongOpaque(long address, long value) {
    LONG.setOpaque(ALL, address, value);
  }

  static void putLongRelease(long address, long value) {
    LONG.setRelease(ALL, address, value);
  }

  /** Copies bytes out of native memory. */
  static void get(long address, byte[] into, int from, int length) {
    MemorySegment.copy(ALL, JAVA_BYTE, address, into, from, length);
  }

  /** Copies bytes into native memory. */
  static void put(long address, byte[] bytes, int from, int length) {
    MemorySegment.copy(bytes, from, ALL, JAVA_BYTE, address, length);
  }

  /** Sets bytes to zero. */
  static void clear(long address, long length) {
    ALL.asSlice(address, length).fill((byte) 0);
  }
}
