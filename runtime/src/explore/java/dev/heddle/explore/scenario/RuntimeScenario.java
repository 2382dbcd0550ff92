package dev.heddle.explore.scenario;

import dev.heddle.explore.Scenario;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.RuntimeBuilder;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.StrategyProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A scenario on a runtime with one strategy and so many workers. */
abstract class RuntimeScenario implements Scenario {
  /** Looked up once, in the loader that loaded this class. */
  private static final Map<String, StrategyProvider> STRATEGIES =
      ServiceLoader.load(StrategyProvider.class, RuntimeScenario.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .collect(Collectors.toMap(StrategyProvider::name, Function.identity()));

  private final String strategy;
  private final int workers;

  RuntimeScenario(String strategy, int workers) {
    this.strategy = strategy;
    this.workers = workers;
  }

  final RuntimeBuilder builder() {
    List<String> parts = Arrays.asList(strategy.split(":", -1));
    StrategyProvider provider = STRATEGIES.get(parts.getFirst());
    if (provider == null) {
      throw new IllegalArgumentException(
          "unknown strategy '" + strategy + "'; known: " + STRATEGIES.keySet());
    }
    return HeddleRuntime.builder()
        .strategy(provider, Options.parse(provider.options(), parts.subList(1, parts.size())))
        .workers(workers);
  }

  final HeddleRuntime start() {
    return builder().build();
  }

  static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
