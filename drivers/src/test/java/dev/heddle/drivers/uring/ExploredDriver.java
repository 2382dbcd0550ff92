package dev.heddle.drivers.uring;

import dev.heddle.runtime.net.BufferPool;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A driver on rings with buffers so small and so few that a handful of bytes uses them up. */
public final class ExploredDriver implements DriverProvider {
  private static final int ENTRIES = 32;
  private static final int BUFFER_BYTES = 2;
  private static final int TO_RECEIVE = 1;
  private static final int TO_SEND = 2;

  private final boolean completes;
  private final List<UringReactor> reactors = new ArrayList<>();

  /**
   * @param completes whether the ring moves the bytes, and not only tells when they can be
   */
  public ExploredDriver(boolean completes) {
    this.completes = completes;
  }

  @Override
  public String name() {
    return completes ? "io-uring" : "io-uring-poll";
  }

  @Override
  public String summary() {
    return "the driver of that name on a kernel in memory";
  }

  @Override
  public Reactor open(Options options, boolean oneThread) throws IOException {
    BufferPool pool = new BufferPool(BUFFER_BYTES, TO_SEND);
    try {
      UringReactor reactor =
          completes
              ? CompletionReactor.open(ENTRIES, oneThread, TO_RECEIVE, BUFFER_BYTES, pool)
              : PollReactor.open(ENTRIES, oneThread, pool);
      reactors.add(reactor);
      return reactor;
    } catch (UnavailableException e) {
      throw new IOException(e);
    }
  }

  /** What its event loops have left behind, in words; empty if nothing. */
  public String left() {
    StringBuilder left = new StringBuilder();
    for (UringReactor reactor : reactors) {
      if (!reactor.hasEnded()) {
        left.append("an event loop that was not closed ");
      }
      if (reactor.buffersTaken() != 0) {
        left.append(reactor.buffersTaken()).append(" buffers with an owner ");
      }
      if (reactor.sockets() != 0) {
        left.append(reactor.sockets()).append(" sockets with a slot ");
      }
    }
    return left.toString();
  }
}
