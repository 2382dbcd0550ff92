package dev.heddle.strategies;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import java.util.List;

/**
 * {@code work-stealing}: {@link WorkStealingPolicy} as it is meant to be, with a ring of 256 and
 * the LIFO slot.
 */
public final class WorkStealing implements PolicyProvider {
  /** {@code ring}: slots of each worker's local queue. */
  public static final Option<Integer> RING =
      Option.ofPowerOfTwo("ring", "slots of each worker's local queue", 256, 2, 1 << 16);

  /** {@code lifo}: whether there is a LIFO slot. */
  public static final Option<Boolean> LIFO =
      Option.ofSwitch("lifo", "whether a woken or spawned task goes to the LIFO slot", true);

  @Override
  public String name() {
    return "work-stealing";
  }

  @Override
  public String summary() {
    return "local rings, steal-half, capped LIFO slot, tuned injection interval, few searchers";
  }

  @Override
  public List<Option<?>> options() {
    return List.of(RING, LIFO);
  }

  @Override
  public Policy create(PolicyContext context) {
    return new WorkStealingPolicy(
        context, context.options().get(RING), context.options().get(LIFO));
  }
}
