package dev.heddle.strategies;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Trait;
import dev.heddle.strategies.parts.BlockQueue;
import dev.heddle.strategies.parts.FixedInterval;
import dev.heddle.strategies.parts.Idle;
import dev.heddle.strategies.parts.IdleWorkers;
import dev.heddle.strategies.parts.Injection;
import dev.heddle.strategies.parts.InjectionInterval;
import dev.heddle.strategies.parts.InjectionQueue;
import dev.heddle.strategies.parts.LocalQueue;
import dev.heddle.strategies.parts.LockedInjection;
import dev.heddle.strategies.parts.Ring;
import dev.heddle.strategies.parts.ShardedInjection;
import dev.heddle.strategies.parts.StealOrder;
import dev.heddle.strategies.parts.TokioIdle;
import dev.heddle.strategies.parts.TunedInterval;
import dev.heddle.strategies.parts.WakeRule;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What {@link WorkStealing} and its variants are composed of: the options, and the parts that each
 * value stands for. What there is to choose from is in {@link Choice}.
 *
 * <p>On the hot path are the worker and its queue. Those of their kinds that are not the default
 * are made by methods of their own, which return the common type: so the class is not even loaded,
 * to verify this one, where it is not chosen, and calls of the default need no look at the type.
 */
final class Composition {
  /** {@code ring}: slots of each worker's local queue. */
  static final Option<Integer> RING =
      Option.ofPowerOfTwo("ring", "slots of each worker's local queue", 256, 2, 1 << 16);

  /** {@code queue}: the kind of the local queue. */
  static final Option<Choice.Queue> QUEUE =
      Option.ofEnum("queue", "what the local queue is", Choice.Queue.RING);

  /** {@code lifo}: the slot in front of the local queue. */
  static final Option<Choice.Lifo> LIFO =
      Option.ofEnum("lifo", "where a woken or spawned task goes first", Choice.Lifo.CAPPED);

  /** {@code steal}: how much a thief takes. */
  static final Option<Choice.Steal> STEAL =
      Option.ofEnum("steal", "how much a thief takes at once", Choice.Steal.HALF);

  /** {@code steal-order}: whom a thief visits first. */
  static final Option<Choice.Order> STEAL_ORDER =
      Option.ofEnum("steal-order", "whom a thief visits first", Choice.Order.RANDOM);

  /** {@code inject}: where tasks from outside wait. */
  static final Option<Choice.Inject> INJECT =
      Option.ofEnum("inject", "what the injection queue is", Choice.Inject.STACK);

  /** {@code interval}: how often the injection queue comes first. */
  static final Option<Choice.Interval> INTERVAL =
      Option.ofEnum("interval", "how often injected tasks come first", Choice.Interval.TUNED);

  /** {@code searchers}: how many workers may search. */
  static final Option<Choice.Searchers> SEARCHERS =
      Option.ofEnum(
          "searchers", "how many workers may search at the same time", Choice.Searchers.HALF);

  /** {@code idle}: how it is known who is idle. */
  static final Option<Choice.Idlers> IDLE =
      Option.ofEnum("idle", "how it is known who is parked", Choice.Idlers.BITMAP);

  /** {@code wake}: for which tasks another worker is wanted. */
  static final Option<Choice.Wake> WAKE =
      Option.ofEnum("wake", "for which tasks another worker is wanted", Choice.Wake.ENOUGH);

  /** All options, in the order in which they are listed. */
  static final List<Option<?>> OPTIONS =
      List.of(QUEUE, RING, LIFO, STEAL, STEAL_ORDER, INJECT, INTERVAL, SEARCHERS, IDLE, WAKE);

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
    int capacity = options.get(RING);
    boolean one = options.get(STEAL) == Choice.Steal.ONE;
    return switch (options.get(QUEUE)) {
      case RING -> new Ring(capacity, context.workers() > 1, 0, one ? 1 : capacity / 2);
      case BLOCK -> {
        int blockSize = Choice.blockSize(capacity);
        yield BlockQueue.create(capacity, blockSize, one ? 1 : blockSize);
      }
    };
  }

  /** A worker whose slot is its own; one that thieves may take from is a subclass. */
  WorkStealingWorker newWorker(WorkStealingPolicy shared, int index) {
    return switch (options.get(LIFO)) {
      case CAPPED, UNCAPPED, OFF -> new WorkStealingWorker(shared, index, this);
      case STEALABLE_LAST -> SharedSlotWorker.create(shared, index, this, null);
      case STEALABLE_AGED -> SharedSlotWorker.create(shared, index, this, context::nanoTime);
    };
  }

  /** How many polls in a row may come out of the LIFO slot; 0 if there is no slot. */
  long slotCap() {
    return options.get(LIFO).cap;
  }

  Injection newInjection() {
    return switch (options.get(INJECT)) {
      case STACK -> new InjectionQueue(context.workers());
      case LOCKED -> new LockedInjection(context.workers());
      case SHARDED -> new ShardedInjection(context.workers());
    };
  }

  Idle newIdle() {
    int mostSearchers = options.get(SEARCHERS).of(context.workers());
    return switch (options.get(IDLE)) {
      case BITMAP -> new IdleWorkers(context, mostSearchers);
      case TOKIO -> new TokioIdle(context, mostSearchers);
    };
  }

  StealOrder newStealOrder(int worker) {
    return new StealOrder(context, worker, options.get(STEAL_ORDER) == Choice.Order.NEAR);
  }

  InjectionInterval newInterval() {
    return switch (options.get(INTERVAL)) {
      case TUNED -> new TunedInterval();
      case FIXED -> new FixedInterval(TunedInterval.FIRST_TICKS);
      case OFF -> new FixedInterval(Integer.MAX_VALUE);
    };
  }

  WakeRule newWakeRule() {
    boolean passOn = options.get(INJECT) != Choice.Inject.LOCKED;
    return new WakeRule(wake(options).announced, passOn);
  }

  /** A slot for which nobody is woken would be stolen from by chance only. */
  private static Choice.Wake wake(Options options) {
    return options.get(LIFO).isStealable() ? Choice.Wake.SLOT_TOO : options.get(WAKE);
  }

  static List<Trait> traits(Options options) {
    Choice.Queue queue = options.get(QUEUE);
    return List.of(
        new Trait("local queue", queue.text(options.get(RING))),
        new Trait("LIFO slot", options.get(LIFO).text),
        new Trait("steal", options.get(STEAL).text(queue)),
        new Trait("steal order", options.get(STEAL_ORDER).text),
        new Trait("injection queue", options.get(INJECT).text),
        new Trait("injection interval", options.get(INTERVAL).text),
        new Trait("searchers", options.get(SEARCHERS).text),
        new Trait("idle workers", options.get(IDLE).text),
        new Trait("wake", wake(options).text));
  }

  /** To know who is near, a thief must know where the others are. */
  static boolean needsPinning(Options options) {
    return options.get(STEAL_ORDER) == Choice.Order.NEAR;
  }

  /**
   * Beside tasks that keep the slot to themselves whatever is in the queue waits, and that is also
   * where a batch of injected tasks goes.
   */
  static Set<Promise> promises(Options options) {
    return options.get(LIFO) == Choice.Lifo.UNCAPPED
        ? EnumSet.complementOf(EnumSet.of(Promise.LOCAL_IN_TURN, Promise.INJECTED_IN_TURN))
        : EnumSet.allOf(Promise.class);
  }
}
