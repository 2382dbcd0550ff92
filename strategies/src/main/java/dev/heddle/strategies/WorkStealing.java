package dev.heddle.strategies;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Trait;
import java.util.List;
import java.util.Set;

/**
 * {@code work-stealing}: local rings, steal-half, a capped LIFO slot, a tuned injection interval,
 * few searchers. The design is that of Tokio's multi-thread scheduler ("Making the Tokio scheduler
 * 10x faster", 2019), which goes back to Go's; where measuring found a better rule (whom to wake
 * when, how injected tasks wait) that one is the default, and Tokio's an option.
 *
 * <p>{@link WorkStealingWorker} says what a worker does in which order, {@link Composition} which
 * parts there are to choose from. Every variant is this with other defaults: see {@link
 * WorkStealingVariant}.
 */
public final class WorkStealing implements PolicyProvider {
  @Override
  public String name() {
    return "work-stealing";
  }

  @Override
  public String summary() {
    return "local rings, steal-half, capped LIFO slot, tuned injection interval, few searchers";
  }

  @Override
  public String origin() {
    return "Tokio's multi-thread scheduler (Lerche, 2019), after Go's (Vyukov, 2012)";
  }

  @Override
  public List<Option<?>> options() {
    return Composition.OPTIONS;
  }

  @Override
  public List<Trait> composition(Options options) {
    return Composition.traits(options);
  }

  @Override
  public Set<Promise> promises(Options options) {
    return Composition.promises(options);
  }

  @Override
  public boolean needsPinning(Options options) {
    return Composition.needsPinning(options);
  }

  @Override
  public Policy create(PolicyContext context) {
    return new WorkStealingPolicy(new Composition(context, context.options()));
  }
}
