package dev.heddle.runtime.net;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Memory of an I/O driver that bytes come in and go out by, outside the heap and at a fixed place,
 * so that neither driver nor system copies them once more. It has one owner at a time, who may use
 * {@link #bytes} on one thread at a time and in the end releases it or passes it on: to a write
 * that took it.
 *
 * <p>A driver has so many of them and no more: whoever keeps them keeps others from reading.
 */
public final class IoBuffer {
  /** In place of a buffer: the peer sends no more. It holds nothing. */
  public static final IoBuffer END =
      new IoBuffer(buffer -> {}, ByteBuffer.allocateDirect(0).asReadOnlyBuffer(), -1);

  private static final VarHandle TAKEN;

  static {
    try {
      TAKEN = MethodHandles.lookup().findVarHandle(IoBuffer.class, "taken", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Home home;
  private final ByteBuffer bytes;
  private final int index;
  private final long address;

  @SuppressWarnings("UnusedVariable") // through TAKEN
  private boolean taken;

  /** Where a buffer comes from, and goes back to. */
  @FunctionalInterface
  public interface Home {
    /** The buffer has no owner any more. Any thread. */
    void giveBack(IoBuffer buffer);
  }

  /**
   * A buffer without an owner, for a driver.
   *
   * @param bytes direct memory of its own
   * @param index what the driver knows it by
   */
  public IoBuffer(Home home, ByteBuffer bytes, int index) {
    this.home = home;
    this.bytes = bytes;
    this.index = index;
    address = MemorySegment.ofBuffer(bytes).address();
  }

  /**
   * What it holds is between position and limit, and all between 0 and capacity is the owner's to
   * change. A buffer that came from a read holds what was read; one to be filled is {@link
   * ByteBuffer#clear cleared}, filled, and {@link ByteBuffer#flip flipped} before it is written.
   */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** The driver's number for it. */
  public int index() {
    return index;
  }

  /** Where its memory begins; the driver's. */
  public long address() {
    return address;
  }

  /** The driver gives it to an owner. Returns this. */
  public IoBuffer take() {
    if (!TAKEN.compareAndSet(this, false, true)) {
      throw new IllegalStateException("this buffer has an owner already");
    }
    return this;
  }

  /**
   * Gives it back. Any thread.
   *
   * @throws IllegalStateException if it was released before, or its write has taken it
   */
  public void release() {
    if (this == END) {
      return;
    }
    if (!TAKEN.compareAndSet(this, true, false)) {
      throw new IllegalStateException("this buffer was released before");
    }
    home.giveBack(this);
  }
}
