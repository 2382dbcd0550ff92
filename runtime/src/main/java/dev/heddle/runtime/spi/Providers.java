package dev.heddle.runtime.spi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** Finds providers by name. Thread-safe; looks at the class path anew at each call. */
public final class Providers {
  private Providers() {}

  /** All strategies on the class path, sorted by name. */
  public static List<StrategyProvider> strategies() {
    return load(StrategyProvider.class);
  }

  /** All drivers on the class path, sorted by name. */
  public static List<DriverProvider> drivers() {
    return load(DriverProvider.class);
  }

  /** All timer queues on the class path, sorted by name. */
  public static List<TimerProvider> timers() {
    return load(TimerProvider.class);
  }

  /**
   * The strategy of this name.
   *
   * @throws IllegalArgumentException in one line, if there is none or it is unavailable here
   */
  public static StrategyProvider strategy(String name) {
    return find("strategy", strategies(), name);
  }

  /**
   * The driver of this name.
   *
   * @throws IllegalArgumentException in one line, if there is none or it is unavailable here
   */
  public static DriverProvider driver(String name) {
    return find("driver", drivers(), name);
  }

  /**
   * The timer queue of this name.
   *
   * @throws IllegalArgumentException in one line, if there is none or it is unavailable here
   */
  public static TimerProvider timer(String name) {
    return find("timer", timers(), name);
  }

  private static <P extends Provider> List<P> load(Class<P> kind) {
    List<P> found = new ArrayList<>();
    ServiceLoader.load(kind).forEach(found::add);
    found.sort(Comparator.comparing(Provider::name));
    for (int i = 1; i < found.size(); i++) {
      P one = found.get(i - 1);
      P other = found.get(i);
      if (one.name().equals(other.name())) {
        throw new IllegalArgumentException(
            "two providers call themselves '%s': %s and %s"
                .formatted(one.name(), one.getClass().getName(), other.getClass().getName()));
      }
    }
    return found;
  }

  private static <P extends Provider> P find(String kind, List<P> known, String name) {
    for (P provider : known) {
      if (provider.name().equals(name)) {
        provider
            .unavailable()
            .ifPresent(reason -> {
              throw new IllegalArgumentException(
                  "%s '%s' is unavailable here: %s".formatted(kind, name, reason));
            });
        return provider;
      }
    }
    throw new IllegalArgumentException(
        Names.unknown(kind, name, known.stream().map(Provider::name).toList()));
  }
}
