package dev.heddle.workloads.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where requests come from, by what a user writes: a mix, {@code tpcc}, whose requests come one by
 * one; the same in bursts, {@code tpcc:bursty}; or recorded ones, {@code replay=NAME}. Immutable.
 */
public final class RequestSource {
  /** The folder of recorded requests, whose harness tells a fork. */
  public static final String DIRECTORY = "heddle.traces";

  /** What stands before the name of a file. */
  public static final String REPLAY = "replay=";

  private static final String BURSTY = ":bursty";
  private static final long SEED = 1_917; // in which Erlang published on queues
  private static final double BURST_FACTOR = 5;
  private static final double BURST_NANOS = 2e6;

  private final Generator generator;
  private final double meanServiceNanos;

  private RequestSource(Generator generator, double meanServiceNanos) {
    this.generator = generator;
    this.meanServiceNanos = meanServiceNanos;
  }

  /** Makes so many requests that come at such a rate, in requests a second. */
  @FunctionalInterface
  private interface Generator {
    Requests at(double perSecond, int count);
  }

  /** All that can be written, but for recorded requests. */
  public static List<String> names() {
    List<String> names = new ArrayList<>();
    for (Mix mix : Mix.ALL) {
      names.add(mix.name());
      names.add(mix.name() + BURSTY);
    }
    return List.copyOf(names);
  }

  /**
   * The source of this name.
   *
   * @throws IllegalArgumentException in one line, if there is none, or a recording is not as it
   *     must be
   * @throws IOException if it cannot be read
   */
  static RequestSource named(String name) throws IOException {
    if (name.startsWith(REPLAY)) {
      return recorded(Path.of(System.getProperty(DIRECTORY, "."), name.substring(REPLAY.length())));
    }
    boolean bursty = name.endsWith(BURSTY);
    return drawn(
        Mix.named(bursty ? name.substring(0, name.length() - BURSTY.length()) : name), bursty);
  }

  static RequestSource drawn(Mix mix, boolean bursty) {
    return new RequestSource(
        (perSecond, count) ->
            Requests.draw(
                bursty
                    ? new ArrivalTimes.Bursty(perSecond, BURST_FACTOR, BURST_NANOS)
                    : new ArrivalTimes.Poisson(perSecond),
                mix,
                count,
                SEED),
        mix.meanNanos());
  }

  private static RequestSource recorded(Path file) throws IOException {
    Requests all = Requests.read(file);
    return new RequestSource(
        (perSecond, count) -> all.at(perSecond).first(Math.min(count, all.count())),
        all.meanServiceNanos());
  }

  /**
   * Reads recorded requests and forgets them.
   *
   * @throws IllegalArgumentException in one line, with the number of the line that is wrong
   */
  public static void check(Path file) throws IOException {
    var _ = Requests.read(file).at(1);
  }

  /** The mean time a request computes, in ns. */
  double meanServiceNanos() {
    return meanServiceNanos;
  }

  /** So many requests, or as many as were recorded, so many a second: always the same. */
  Requests at(double perSecond, int count) {
    return generator.at(perSecond, count);
  }
}
