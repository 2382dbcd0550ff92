package dev.heddle.strategies;

import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;

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
  public Policy create(PolicyContext context) {
    return new GlobalQueuePolicy(context);
  }
}
