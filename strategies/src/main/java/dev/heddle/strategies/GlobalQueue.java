package dev.heddle.strategies;

import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Trait;
import dev.heddle.strategies.parts.LockedFifo;
import java.util.List;

/**
 * {@code global-queue}: one queue for all workers, an {@link java.util.ArrayDeque} under a lock.
 * The simplest scheduler with more than one worker, and the baseline of every comparison: what the
 * others are worth shows against it.
 */
public final class GlobalQueue implements PolicyProvider {
  @Override
  public String name() {
    return "global-queue";
  }

  @Override
  public String summary() {
    return "one queue for all workers: a lock and an ArrayDeque";
  }

  @Override
  public String origin() {
    return "the textbook's, and Go's scheduler before work stealing (1.0)";
  }

  @Override
  public List<Trait> composition(Options options) {
    return List.of(
        new Trait("queue", "one FIFO for all workers, an ArrayDeque under a lock; unbounded"),
        GlobalQueuePolicy.IDLE,
        GlobalQueuePolicy.WAKE);
  }

  @Override
  public Policy create(PolicyContext context) {
    return new GlobalQueuePolicy(context, new LockedFifo());
  }
}
