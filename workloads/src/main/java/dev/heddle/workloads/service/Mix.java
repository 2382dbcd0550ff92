package dev.heddle.workloads.service;

import dev.heddle.workloads.service.ServiceTimes.Constant;
import dev.heddle.workloads.service.ServiceTimes.Exponential;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * What a service is asked for: its endpoints, with shares that sum to 1. Immutable.
 *
 * @param name as a user types it
 */
record Mix(String name, List<Endpoint> endpoints) {
  private static final double TOLERANCE = 1e-9;

  /** All that are known by name. Times are those of the schedulers' literature; see each. */
  static final List<Mix> ALL =
      List.of(
          // Every M/M/n analysis, at the two ends of what a small request takes.
          of("exp-1us", new Endpoint("all", 1, new Exponential(1_000))),
          of("exp-10us", new Endpoint("all", 1, new Exponential(10_000))),
          // Shinjuku (Kaffes and others, NSDI 2019) and Shenango's successors: few are very long.
          of(
              "rare-long",
              new Endpoint("short", 0.995, new Constant(500)),
              new Endpoint("long", 0.005, new Constant(500_000))),
          of(
              "half-long",
              new Endpoint("short", 0.5, new Constant(1_000)),
              new Endpoint("long", 0.5, new Constant(100_000))),
          // TPC-C's five transactions, as Persephone (Demoulin and others, SOSP 2021) times them.
          of(
              "tpcc",
              new Endpoint("payment", 0.44, new Constant(5_700)),
              new Endpoint("order-status", 0.04, new Constant(6_000)),
              new Endpoint("new-order", 0.44, new Constant(20_000)),
              new Endpoint("delivery", 0.04, new Constant(88_000)),
              new Endpoint("stock-level", 0.04, new Constant(100_000))));

  Mix {
    endpoints = List.copyOf(endpoints);
    double sum = endpoints.stream().mapToDouble(Endpoint::share).sum();
    if (Math.abs(sum - 1) > TOLERANCE) {
      throw new IllegalArgumentException(
          "the shares of mix '%s' sum to %s, not to 1".formatted(name, sum));
    }
  }

  private static Mix of(String name, Endpoint... endpoints) {
    return new Mix(name, List.of(endpoints));
  }

  /**
   * The mix of this name.
   *
   * @throws IllegalArgumentException in one line, if there is none
   */
  static Mix named(String name) {
    return ALL.stream()
        .filter(mix -> mix.name.equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "unknown mix '%s'; known: %s"
                    .formatted(
                        name, ALL.stream().map(Mix::name).collect(Collectors.joining(", ")))));
  }

  /** The mean time of a request, in ns. */
  double meanNanos() {
    return endpoints.stream().mapToDouble(each -> each.share() * each.times().meanNanos()).sum();
  }

  /** The mean square, in ns^2. */
  double meanSquareNanos() {
    return endpoints.stream()
        .mapToDouble(each -> each.share() * each.times().meanSquareNanos())
        .sum();
  }

  /** The number of an endpoint, drawn by their shares. */
  int draw(SplittableRandom random) {
    double at = random.nextDouble();
    int last = endpoints.size() - 1;
    for (int i = 0; i < last; i++) {
      at -= endpoints.get(i).share();
      if (at < 0) {
        return i;
      }
    }
    return last;
  }
}
