package dev.heddle.drivers.uring;

/**
 * Where the kernel puts completions. For the ring's owner alone, or under the lock of a shared
 * ring.
 */
final class CompletionQueue {
  /** So many entries are given back at once, and the rest at the end. A power of two. */
  private static final int BATCH = 32;

  private static final int CQE_SHIFT = 4;

  private final long cqes;
  private final long kernelHead;
  private final long kernelTail;
  private final int mask;
  private int head;

  CompletionQueue(RingSetup setup) {
    this.cqes = setup.cqes;
    this.kernelHead = setup.cqHead;
    this.kernelTail = setup.cqTail;
    this.mask = setup.obtained.completionEntries() - 1;
  }

  boolean isEmpty() {
    return head == Memory.getIntAcquire(kernelTail);
  }

  /**
   * Hands over the completions that are there now; those that come meanwhile wait for the next
   * call. One whose handler throws counts as handed over.
   *
   * @return how many
   */
  int forEach(Completions handler) {
    // Acquire: the entries before the tail are written.
    int tail = Memory.getIntAcquire(kernelTail);
    int first = head;
    try {
      while (head != tail) {
        long cqe = cqes + ((long) (head & mask) << CQE_SHIFT);
        long userData = Memory.getLong(cqe);
        int result = Memory.getInt(cqe + 8);
        int flags = Memory.getInt(cqe + 12);
        head++;
        if ((head & (BATCH - 1)) == 0) {
          giveBack();
        }
        handler.completed(userData, result, flags);
      }
    } finally {
      giveBack();
    }
    return tail - first;
  }

  private void giveBack() {
    // Release: we have read the entries before the head, so the kernel may write them again.
    Memory.putIntRelease(kernelHead, head);
  }
}
