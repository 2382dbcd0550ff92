package dev.heddle.strategies;

import dev.heddle.strategies.parts.Injection;
import dev.heddle.strategies.parts.ShardedInjection;
import dev.heddle.strategies.parts.TunedInterval;
import dev.heddle.strategies.parts.WakeRule;

/** What the options of a {@link Composition} choose between, each with what it means in words. */
final class Choice {
  /** Polls out of the LIFO slot in a row. */
  static final int LIFO_CAP = 3;

  private static final int MOST_PER_BLOCK = 16;
  private static final int FEWEST_BLOCKS = 8;

  private Choice() {}

  /** Small blocks, as a thief cannot have the one that the owner is in, but not many small ones. */
  static int blockSize(int capacity) {
    return Math.clamp(capacity / FEWEST_BLOCKS, 1, MOST_PER_BLOCK);
  }

  /** A worker's own queue. */
  enum Queue {
    /** One ring. */
    RING,

    /** Blocks. */
    BLOCK;

    String text(int capacity) {
      return switch (this) {
        case RING -> "ring of %d slots a worker".formatted(capacity);
        case BLOCK ->
            "%d blocks of %d slots a worker; owner and thieves synchronise once a block"
                .formatted(capacity / blockSize(capacity), blockSize(capacity));
      };
    }
  }

  /** The slot in front of it. */
  enum Lifo {
    /** At most so many polls in a row. */
    CAPPED(LIFO_CAP, capped() + ", out of thieves' reach"),

    /** None. */
    OFF(0, "none: every task goes to the back of the queue"),

    /** Any number of polls in a row. */
    UNCAPPED(Long.MAX_VALUE, "any number of polls in a row, out of thieves' reach"),

    /** Go's way. */
    STEALABLE_LAST(LIFO_CAP, capped() + "; a thief takes from it in the last round of its search"),

    /** Kotlin's way. */
    STEALABLE_AGED(
        LIFO_CAP,
        capped()
            + "; a thief takes from it in the last round of its search, once the task is %d us old"
                .formatted(SharedSlotWorker.MIN_AGE_NANOS / 1_000));

    /** Polls in a row. */
    final long cap;

    final String text;

    Lifo(long cap, String text) {
      this.cap = cap;
      this.text = text;
    }

    private static String capped() {
      return "at most " + LIFO_CAP + " polls in a row, then closed until found empty";
    }

    boolean isStealable() {
      return this == STEALABLE_LAST || this == STEALABLE_AGED;
    }
  }

  /** How much a thief takes. */
  enum Steal {
    /** A share. */
    HALF,

    /** One task. */
    ONE;

    String text(Queue queue) {
      return switch (this) {
        case ONE -> "one task at once";
        case HALF ->
            switch (queue) {
              case RING -> "half of the victim's queue, rounded up, at most half a ring";
              case BLOCK -> "what is left of the victim's oldest block but its own";
            };
      };
    }
  }

  /** Whom a thief visits first. */
  enum Order {
    /** From a random one once round. */
    RANDOM("from a random worker once round the others"),

    /** By {@link dev.heddle.runtime.spi.Distance}. */
    NEAR("the same core's worker first, then those of the same cache, socket, and the others");

    final String text;

    Order(String text) {
      this.text = text;
    }
  }

  /** Where tasks from outside wait. */
  enum Inject {
    /** Lock-free for producers. */
    STACK("a lock-free stack for producers, turned into a list by consumers" + SHARES),

    /** One lock. */
    LOCKED(
        "one list under one lock; an idle worker takes its share of what is left"
            + AT_MOST
            + ", a busy one a task at its turn"),

    /** Several stacks. */
    SHARDED(
        "as many stacks as workers, to the next power of two, at most "
            + ShardedInjection.MOST_SHARDS
            + "; a push takes the shorter of two by chance, workers serve them in turn"
            + SHARES);

    final String text;

    Inject(String text) {
      this.text = text;
    }
  }

  private static final String AT_MOST = ", at most " + Injection.MAX_BATCH + " tasks";

  private static final String SHARES =
      "; a worker takes its share of what came together"
          + AT_MOST
          + ", and at its turn no more than fills half its queue";

  /** How often injected tasks come first. */
  enum Interval {
    /** By poll times. */
    TUNED(
        "%d us' worth of ticks, %d to %d, %d at first"
            .formatted(
                TunedInterval.TARGET_NANOS / 1_000,
                TunedInterval.MIN_TICKS,
                TunedInterval.MAX_TICKS,
                TunedInterval.FIRST_TICKS)),

    /** By number. */
    FIXED(TunedInterval.FIRST_TICKS + " ticks"),

    /** Hardly ever, to see what the interval is for. */
    OFF("%,d ticks, so in effect when a worker has nothing else".formatted(Integer.MAX_VALUE));

    final String text;

    Interval(String text) {
      this.text = text;
    }
  }

  /** How many workers may search at the same time. */
  enum Searchers {
    /** At most half. */
    HALF("at most half of the workers, rounded up; " + ROUNDS),

    /** All. */
    ALL("every worker with nothing to do; " + ROUNDS);

    final String text;

    Searchers(String text) {
      this.text = text;
    }

    int of(int workers) {
      return this == ALL ? workers : (workers + 1) / 2;
    }
  }

  private static final String ROUNDS = WorkStealingWorker.SEARCH_ROUNDS + " rounds a search";

  /** How it is known who is parked. */
  enum Idlers {
    /** No lock. */
    BITMAP("a count of searchers and a bitmap of the parked workers; the lowest number is woken"),

    /** Tokio's. */
    TOKIO(
        "one word with the numbers of searching and of unparked workers, and a list of the parked"
            + " ones under a lock; who parked last is woken");

    final String text;

    Idlers(String text) {
      this.text = text;
    }
  }

  /** For which tasks another worker is wanted. */
  enum Wake {
    /** For more than a few. */
    ENOUGH(
        WakeRule.Announced.ENOUGH,
        "for a worker's second runnable task, and for the first task in an empty injection queue;"
            + " fewer than %d tasks, or %d us of polls, are then left to their worker and watched by"
                .formatted(WakeRule.ENOUGH, WakeRule.WORTH_NANOS / 1_000)
            + " one that looks every %d us, and takes some if none was polled since"
                .formatted(WakeRule.PATIENCE_NANOS / 1_000)),

    /** Not for the first. */
    SECOND(
        WakeRule.Announced.SECOND,
        "for a worker's second runnable task, and for the first task in an empty injection queue"),

    /** Tokio's. */
    EVERY(
        WakeRule.Announced.EVERY,
        "for every task that goes to a queue, a worker's own or the injection queue"),

    /** Go's. */
    SLOT_TOO(WakeRule.Announced.SLOT_TOO, "for every task, also one that goes to the slot alone");

    final WakeRule.Announced announced;
    final String text;

    Wake(WakeRule.Announced announced, String text) {
      this.announced = announced;
      this.text = text;
    }
  }
}
