package dev.heddle.runtime.net;

import dev.heddle.runtime.Waker;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of one event loop, made by slabs as they are needed and up to a number. What was
 * released last is given out first, as its memory is warm.
 *
 * <p>Thread-safe; O(1).
 */
public final class BufferPool implements IoBuffer.Home {
  private static final int SLAB = 64;

  /**
   * Buffers lie this much further apart than they are long. Most messages are short, and if their
   * first bytes were a power of two apart, they would all compete for a few sets of the cache.
   */
  private static final int APART_BYTES = 64;

  private final int bytesEach;
  private final int most;

  // Guarded by this.
  private final ArrayDeque<IoBuffer> free = new ArrayDeque<>();

  /** Each once, however often it asks. */
  private Set<Waker> waiting = new LinkedHashSet<>();

  private int made;
  private long refusals;

  /**
   * An empty pool.
   *
   * @param bytesEach how long each buffer is
   * @param most how many there may be
   */
  public BufferPool(int bytesEach, int most) {
    this.bytesEach = bytesEach;
    this.most = most;
  }

  /** A cleared buffer; or null, and the waker is called once one was released. */
  public @Nullable IoBuffer poll(Waker waker) {
    IoBuffer buffer;
    synchronized (this) {
      if (free.isEmpty() && made < most) {
        addSlab();
      }
      buffer = free.pollFirst();
      if (buffer == null) {
        waiting.add(waker);
        refusals++;
        return null;
      }
    }
    buffer.bytes().clear();
    return buffer.take();
  }

  private void addSlab() {
    int count = Math.min(SLAB, most - made);
    int stride = bytesEach + APART_BYTES;
    ByteBuffer slab = ByteBuffer.allocateDirect(count * stride);
    for (int i = 0; i < count; i++) {
      free.addLast(new IoBuffer(this, slab.slice(i * stride, bytesEach), made++));
    }
  }

  /** How often there was none to give out. */
  public synchronized long refusals() {
    return refusals;
  }

  /** How many have an owner. */
  public synchronized int taken() {
    return made - free.size();
  }

  @Override
  public void giveBack(IoBuffer buffer) {
    Set<Waker> woken = Set.of();
    synchronized (this) {
      free.addFirst(buffer);
      if (!waiting.isEmpty()) {
        // All of them, since some may wait no longer.
        woken = waiting;
        waiting = new LinkedHashSet<>();
      }
    }
    woken.forEach(Waker::wake);
  }
}
