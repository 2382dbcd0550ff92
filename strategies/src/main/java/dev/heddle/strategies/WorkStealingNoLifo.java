package dev.heddle.strategies;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import java.util.List;

/**
 * {@code work-stealing-no-lifo}: {@link WorkStealing} without the LIFO slot. Every woken or spawned
 * task goes to the back of the ring, so the order is FIFO and every task can be stolen.
 */
public final class WorkStealingNoLifo implements PolicyProvider {
  @Override
  public String name() {
    return "work-stealing-no-lifo";
  }

  @Override
  public String summary() {
    return "work-stealing without the LIFO slot";
  }

  @Override
  public List<Option<?>> options() {
    return List.of(WorkStealing.RING);
  }

  @Override
  public Policy create(PolicyContext context) {
    return new WorkStealingPolicy(context, context.options().get(WorkStealing.RING), false);
  }
}
