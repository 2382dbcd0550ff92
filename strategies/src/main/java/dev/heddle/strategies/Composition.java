package dev.heddle.strategies;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Trait;
import dev.heddle.strategies.parts.Idle;
import dev.heddle.strategies.parts.IdleWorkers;
import dev.heddle.strategies.parts.Injection;
import dev.heddle.strategies.parts.InjectionInterval;
import dev.heddle.strategies.parts.InjectionQueue;
import dev.heddle.strategies.parts.LocalQueue;
import dev.heddle.strategies.parts.Ring;
import dev.heddle.strategies.parts.StealOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What {@link WorkStealing} and its variants are composed of: the options, and the parts that each
 * value stands for.
 */
final class Composition {
  /** {@code ring}: slots of each worker's local queue. */
  static final Option<Integer> RING =
      Option.ofPowerOfTwo("ring", "slots of each worker's local queue", 256, 2, 1 << 16);

  /** {@code lifo}: the slot in front of the local queue. */
  static final Option<Lifo> LIFO =
      Option.ofEnum("lifo", "where a woken or spawned task goes first", Lifo.CAPPED);

  /** {@code steal-order}: whom a thief visits first. */
  static final Option<Order> STEAL_ORDER =
      Option.ofEnum("steal-order", "whom a thief visits first", Order.RANDOM);

  /** All options, in the order in which they are listed. */
  static final List<Option<?>> OPTIONS = List.of(RING, LIFO, STEAL_ORDER);

  private static final int LIFO_CAP = 3;

  private final PolicyContext context;
  private final Options options;

  Composition(PolicyContext context, Options options) {
    this.context = context;
    this.options = options;
  }

  PolicyContext context() {
    return context;
  }

  LocalQueue newQueue() {
    return new Ring(options.get(RING), context.workers() > 1);
  }

  /** A worker whose slot is its own; one that thieves may take from is a subclass. */
  WorkStealingWorker newWorker(WorkStealingPolicy shared, int index) {
    return new WorkStealingWorker(shared, index, this);
  }

  /** How many polls in a row may come out of the LIFO slot; 0 if there is no slot. */
  int slotCap() {
    return options.get(LIFO).cap;
  }

  Injection newInjection() {
    return new InjectionQueue(context.workers());
  }

  Idle newIdle() {
    return new IdleWorkers(context);
  }

  StealOrder newStealOrder(int worker) {
    return new StealOrder(context, worker, options.get(STEAL_ORDER) == Order.NEAR);
  }

  InjectionInterval newInterval() {
    return new InjectionInterval();
  }

  static List<Trait> traits(Options options) {
    return List.of(
        new Trait("local queue", "ring of %d slots a worker".formatted(options.get(RING))),
        new Trait("LIFO slot", options.get(LIFO).text),
        new Trait("steal order", options.get(STEAL_ORDER).text));
  }

  /** To know who is near, a thief must know where the others are. */
  static boolean needsPinning(Options options) {
    return options.get(STEAL_ORDER) == Order.NEAR;
  }

  static Set<Promise> promises(Options options) {
    return EnumSet.allOf(Promise.class);
  }

  /** Values of {@link #STEAL_ORDER}. */
  enum Order {
    /** From a random one once round. */
    RANDOM("from a random worker once round the others"),

    /** By {@link dev.heddle.runtime.spi.Distance}. */
    NEAR("the same core's worker first, then those of the same cache, socket, and the others");

    private final String text;

    Order(String text) {
      this.text = text;
    }
  }

  /** Values of {@link #LIFO}. */
  enum Lifo {
    /** At most so many polls in a row. */
    CAPPED(LIFO_CAP, "at most " + LIFO_CAP + " polls in a row, then closed until found empty"),

    /** None. */
    OFF(0, "none: every task goes to the back of the queue");

    private final int cap;
    private final String text;

    Lifo(int cap, String text) {
      this.cap = cap;
      this.text = text;
    }
  }
}
