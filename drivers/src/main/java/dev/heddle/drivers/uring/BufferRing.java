package dev.heddle.drivers.uring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;

/**
 * Buffers that the kernel takes when data has come, so that a connection which waits holds none: a
 * ring of descriptions that we fill and the kernel empties, and behind it one slab of equal
 * buffers. All are the kernel's at first. A completion with {@code CQE_F_BUFFER} lends one to us
 * ({@link #take}), and we give it back ({@link #give}, then {@link #publish} for many at once).
 *
 * <p>For the owner of the ring alone, or under the lock of a shared one. Constant time, no
 * allocation. Closed by the owner before it leaves its ring, or by anybody after the ring is
 * closed; either way after the last request that names these buffers has completed, because their
 * memory goes at once. Linux 5.19.
 */
final class BufferRing implements AutoCloseable {
  private static final int MAX_COUNT = 1 << 15;
  private static final int MAX_GROUP = 0xffff;
  private static final int PAGE_BYTES = 4096;

  /**
   * Buffers lie this much further apart than they are long. Most messages are short, and if their
   * first bytes were a power of two apart, they would all compete for a few sets of the cache.
   */
  private static final int APART_BYTES = 64;

  /**
   * The kernel takes the buffers in turn, so that each is cold when its turn comes. In small pages
   * every one would also cost a walk through the page tables, which is dear on a virtual machine.
   */
  private static final long HUGE_PAGE_BYTES = 2L << 20;

  // struct io_uring_buf; the ring's tail lies where the first one has a hole.
  private static final int ENTRY_BYTES = 16;
  private static final int ENTRY_SHIFT = 4;
  private static final int ENTRY_LENGTH = 8;
  private static final int ENTRY_ID = 12;
  private static final int RING_TAIL = 14;

  // struct io_uring_buf_reg
  private static final int REGISTRATION_BYTES = 40;
  private static final int REGISTRATION_ENTRIES = 8;
  private static final int REGISTRATION_GROUP = 12;

  private final Ring ring;
  private final int group;
  private final int count;
  private final int size;
  private final int mask;
  private final long entries;
  private final long slab;
  private final long mappedBytes;

  /** By number: is the buffer with us? One given twice would be filled twice at once. */
  private final boolean[] lent;

  private int out;
  private short tail;
  private boolean closed;

  private BufferRing(
      Ring ring, int group, int count, int size, long entries, long slab, long mappedBytes) {
    this.ring = ring;
    this.group = group;
    this.count = count;
    this.size = size;
    this.mask = count - 1;
    this.entries = entries;
    this.slab = slab;
    this.mappedBytes = mappedBytes;
    this.lent = new boolean[count];
  }

  /**
   * Buffers for a ring, by any thread before the ring is first entered, and then by its owner.
   *
   * @param group the name that requests select it by, from 0 to 65,535; one of its own in its ring
   * @param count of buffers, a power of two up to 32,768
   * @param size of each in bytes
   * @throws UnavailableException if the kernel refuses; nothing is left behind then
   */
  static BufferRing open(Ring ring, int group, int count, int size) throws UnavailableException {
    if (group < 0 || group > MAX_GROUP) {
      throw new IllegalArgumentException("group is " + group + ", but must be 0 to " + MAX_GROUP);
    }
    if (count < 1 || count > MAX_COUNT || Integer.bitCount(count) != 1) {
      throw new IllegalArgumentException(
          "count is %d, but must be a power of two up to %d".formatted(count, MAX_COUNT));
    }
    if (size < 1) {
      throw new IllegalArgumentException("size is " + size + ", but must be positive");
    }
    ring.refuseIfClosed();
    // Whole pages, also where they are larger: what follows the ring is then in its last one.
    long ringBytes = Math.ceilDiv((long) count * ENTRY_BYTES, PAGE_BYTES) * PAGE_BYTES;
    long slabBytes = count * (long) (size + APART_BYTES);
    boolean huge = slabBytes >= HUGE_PAGE_BYTES;
    long alignment = huge ? HUGE_PAGE_BYTES : PAGE_BYTES;
    long bytes = ringBytes + alignment + slabBytes;
    long address = Syscalls.mmap(bytes, Syscalls.MAP_PRIVATE | Syscalls.MAP_ANONYMOUS, -1, 0);
    if (address < 0) {
      throw new UnavailableException(RingSetup.reason("mmap of buffers", (int) address, 0));
    }
    long slab = Math.ceilDiv(address + ringBytes, alignment) * alignment;
    if (huge) {
      var _ = Syscalls.madvise(slab, slabBytes, Syscalls.MADV_HUGEPAGE); // else in small ones
    }
    BufferRing buffers = new BufferRing(ring, group, count, size, address, slab, bytes);
    for (int id = 0; id < count; id++) {
      buffers.put(id);
    }
    buffers.publish();
    int result = buffers.register(Abi.REGISTER_PBUF_RING);
    if (result < 0) {
      Syscalls.munmap(address, bytes);
      throw new UnavailableException(
          RingSetup.reason("io_uring_register of %d buffers".formatted(count), result, 0));
    }
    return buffers;
  }

  private int register(int operation) {
    try (Arena arena = Arena.ofConfined()) {
      long registration = arena.allocate(REGISTRATION_BYTES, JAVA_LONG.byteAlignment()).address();
      if (operation == Abi.REGISTER_PBUF_RING) {
        Memory.putLong(registration, entries);
        Memory.putInt(registration + REGISTRATION_ENTRIES, count);
      }
      Memory.putShort(registration + REGISTRATION_GROUP, (short) group);
      return Syscalls.ioUringRegister(ring.descriptor(), operation, registration, 1);
    }
  }

  /** The name that requests select these buffers by. */
  int group() {
    return group;
  }

  /** How many buffers there are. */
  int count() {
    return count;
  }

  /** Bytes in each buffer. */
  int size() {
    return size;
  }

  /** How many buffers are with us, and not with the kernel. */
  int lent() {
    return out;
  }

  /**
   * The buffer that a completion lends, whose result is the length of the data in it. It is ours
   * until given back.
   *
   * @param completionFlags with {@code CQE_F_BUFFER}
   * @throws IllegalArgumentException if the completion lends none
   */
  int take(int completionFlags) {
    int id = completionFlags >>> Abi.CQE_BUFFER_SHIFT;
    if ((completionFlags & Abi.CQE_F_BUFFER) == 0 || id >= count || lent[id]) {
      throw new IllegalArgumentException(
          "a completion with flags 0x%x lends no buffer of group %d"
              .formatted(completionFlags, group));
    }
    lent[id] = true;
    out++;
    return id;
  }

  /** Where the buffer's bytes are. */
  long address(int id) {
    return slab + id * (long) (size + APART_BYTES);
  }

  /**
   * Gives a buffer back; the kernel sees it after the next {@link #publish}.
   *
   * @throws IllegalArgumentException if it is not with us
   */
  void give(int id) {
    if (!lent[id]) {
      throw new IllegalArgumentException(
          "buffer %d of group %d is given back twice".formatted(id, group));
    }
    lent[id] = false;
    out--;
    put(id);
  }

  private void put(int id) {
    long entry = entries + ((long) (tail++ & mask) << ENTRY_SHIFT);
    Memory.putLong(entry, address(id));
    Memory.putInt(entry + ENTRY_LENGTH, size);
    Memory.putShort(entry + ENTRY_ID, (short) id);
  }

  /** Shows the kernel the buffers given since. */
  void publish() {
    // Release: the entries before the tail. The kernel may look at any time, on another CPU.
    Memory.putShortRelease(entries + RING_TAIL, tail);
  }

  /** Takes the buffers from the kernel and frees them. A second call does nothing. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (!ring.isClosed()) {
      int result = register(Abi.UNREGISTER_PBUF_RING);
      if (result < 0) {
        // Then the memory stays: the kernel could still write there.
        throw new IllegalStateException(
            "io_uring_register to take buffers back: " + Errno.text(result));
      }
    }
    Syscalls.munmap(entries, mappedBytes);
  }
}
