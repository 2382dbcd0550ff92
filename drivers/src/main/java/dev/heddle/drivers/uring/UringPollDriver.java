package dev.heddle.drivers.uring;

import dev.heddle.runtime.spi.Options;

/**
 * Waits for readiness with an io_uring, then reads and writes itself: the ring as a better epoll,
 * and no more. Between {@code selector} and {@code io-uring}, it tells apart what is won by the
 * ring and what by handing it the reads and writes.
 */
public final class UringPollDriver extends RingDriver {
  @Override
  public String name() {
    return "io-uring-poll";
  }

  @Override
  public String summary() {
    return "io_uring for readiness only: waits for it, then reads and writes by system calls";
  }

  @Override
  UringReactor open(Options options, int entries, boolean oneThread) throws UnavailableException {
    return PollReactor.open(options, entries, oneThread);
  }
}
