package dev.heddle.workloads;

import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.StrategyProvider;
import java.lang.management.ManagementFactory;
import java.util.List;

/** Strategies to test workloads with: one that is right and two that are not. */
public final class TestStrategies {
  /** Neither a divisor nor a multiple of the number of tasks in any shape. */
  private static final int EVERY = 37;

  private TestStrategies() {}

  /** Every strategy that workloads must pass on: the plain one here and those on the class path. */
  static List<StrategyProvider> right() {
    return Providers.strategies().stream()
        .filter(strategy -> !(strategy instanceof Dropping || strategy instanceof Doubling))
        .filter(strategy -> strategy.unavailable().isEmpty())
        .toList();
  }

  /** One queue under a lock. */
  public static final class Plain implements PolicyProvider {
    @Override
    public String name() {
      return "test-plain";
    }

    @Override
    public String summary() {
      return "for tests: one queue under a lock";
    }

    @Override
    public Policy create(PolicyContext context) {
      return new QueuePolicy(context, EVERY, 1);
    }
  }

  /** Loses every 37th task that becomes runnable. */
  public static final class Dropping implements PolicyProvider {
    @Override
    public String name() {
      return "test-dropping";
    }

    @Override
    public String summary() {
      return "for tests: loses every 37th task that becomes runnable";
    }

    @Override
    public Policy create(PolicyContext context) {
      return new QueuePolicy(context, EVERY, 0);
    }
  }

  /** Hands out every 37th task that becomes runnable twice. */
  public static final class Doubling implements PolicyProvider {
    private final int every;

    /** As it is found by its name. */
    public Doubling() {
      this(EVERY);
    }

    /**
     * @param every one in how many is doubled
     */
    Doubling(int every) {
      this.every = every;
    }

    @Override
    public String name() {
      return "test-doubling";
    }

    @Override
    public String summary() {
      return "for tests: hands out every 37th task that becomes runnable twice";
    }

    @Override
    public Policy create(PolicyContext context) {
      return new QueuePolicy(context, every, 2);
    }
  }

  /** Whether it can have so many workers in this JVM, on two processors. */
  static boolean canHave(StrategyProvider strategy, int workers) {
    return workers == strategy.workers(workers, 2)
        && ManagementFactory.getRuntimeMXBean()
            .getInputArguments()
            .containsAll(strategy.jvmFlags(workers));
  }
}
