package dev.heddle.strategies;

import dev.heddle.runtime.spi.Options;

/**
 * {@code work-stealing-sharded-inject}: {@link WorkStealing} with several injection queues in the
 * place of one: see {@link dev.heddle.strategies.parts.ShardedInjection}. For many threads that
 * spawn from outside at the same time; one worker has one shard, and differs in nothing.
 */
public final class WorkStealingShardedInject extends WorkStealingVariant {
  /** For the service loader. */
  public WorkStealingShardedInject() {
    super(
        "work-stealing-sharded-inject",
        "work-stealing with several injection queues, pushed to by two choices",
        "the power of two choices (Mitzenmacher, 2001)",
        Options.defaults().with(Composition.INJECT, Choice.Inject.SHARDED));
  }
}
