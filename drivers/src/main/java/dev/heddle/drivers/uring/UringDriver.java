package dev.heddle.drivers.uring;

import dev.heddle.runtime.spi.Options;

/**
 * Hands reads, writes and accepts to the kernel and is told when they are done: io_uring, called
 * through {@code java.lang.foreign}. One system call hands over what all tasks of a turn have asked
 * for, and waits.
 */
public final class UringDriver extends RingDriver {
  @Override
  public String name() {
    return "io-uring";
  }

  @Override
  public String summary() {
    return "io_uring through java.lang.foreign: hands requests over and waits for completions";
  }

  @Override
  UringReactor open(Options options, int entries, boolean oneThread) throws UnavailableException {
    return CompletionReactor.open(options, entries, oneThread);
  }
}
