package dev.heddle.strategies;

import dev.heddle.runtime.spi.Options;

/**
 * {@code work-stealing-block}: {@link WorkStealing} with a local queue in blocks, whose owner and
 * thieves meet once a block: see {@link dev.heddle.strategies.parts.BlockQueue}. A pop costs no
 * atomic operation; in exchange the block that the owner is in cannot be stolen from.
 */
public final class WorkStealingBlock extends WorkStealingVariant {
  /** For the service loader. */
  public WorkStealingBlock() {
    super(
        "work-stealing-block",
        "work-stealing with block-based local queues",
        "BWoS (Wang et al., OSDI 2023)",
        Options.defaults().with(Composition.QUEUE, Choice.Queue.BLOCK));
  }
}
