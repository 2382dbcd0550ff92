package dev.heddle.strategies;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Trait;
import dev.heddle.strategies.parts.MpmcFifo;
import java.util.List;

/**
 * {@code global-queue-mpmc}: {@link GlobalQueue} with a lock-free queue in the place of the lock:
 * JCTools' bounded one for many producers and consumers, with an overflow list. Shows how much of
 * what a global queue costs is the lock, and how much that there is one place for all.
 */
public final class GlobalQueueMpmc implements PolicyProvider {
  /** {@code array}: slots of the bounded part. */
  static final Option<Integer> ARRAY =
      Option.ofPowerOfTwo(
          "array", "slots of the bounded part; more goes to a list", 1 << 14, 2, 1 << 20);

  @Override
  public String name() {
    return "global-queue-mpmc";
  }

  @Override
  public String summary() {
    return "one queue for all workers: JCTools' lock-free MPMC array and an overflow list";
  }

  @Override
  public String origin() {
    return "Vyukov's bounded MPMC queue (2010), as in JCTools";
  }

  @Override
  public List<Option<?>> options() {
    return List.of(ARRAY);
  }

  @Override
  public List<Trait> composition(Options options) {
    return List.of(
        new Trait(
            "queue",
            "one FIFO for all workers, a lock-free array of %d slots; what does not fit goes to a"
                    .formatted(options.get(ARRAY))
                + " list under a lock"),
        GlobalQueuePolicy.IDLE,
        GlobalQueuePolicy.WAKE);
  }

  @Override
  public Policy create(PolicyContext context) {
    return new GlobalQueuePolicy(context, new MpmcFifo(context.options().get(ARRAY)));
  }
}
