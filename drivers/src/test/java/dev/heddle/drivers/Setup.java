package dev.heddle.drivers;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.RuntimeBuilder;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Providers;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A strategy, a number of workers and a driver: what a socket is tested with.
 *
 * @param driver as it is typed
 */
record Setup(String strategy, int workers, String driver) {

  /** The drivers that can be had here, by name. */
  static List<String> drivers() {
    return Providers.drivers().stream()
        .filter(driver -> driver.unavailable().isEmpty() && !driver.name().equals("none"))
        .map(DriverProvider::name)
        .toList();
  }

  /** Every driver in each placement, with stealing between two workers; and for an adapter. */
  static Stream<Setup> everyone() {
    return drivers().stream()
        .flatMap(driver ->
            Stream.concat(
                Arrays.stream(DriverProvider.Placement.values())
                    .map(placement ->
                        new Setup(
                            "work-stealing", 2, driver + ":placement=" + Option.text(placement))),
                Stream.of(
                    new Setup("current-thread", 1, driver),
                    new Setup("thread-per-core", 8, driver),
                    new Setup("fork-join", 2, driver))));
  }

  RuntimeBuilder builder() {
    return HeddleRuntime.builder()
        .strategy(strategy)
        .workers(workers)
        .timer("timer-wheel")
        .driver(driver);
  }

  /** This, with few buffers of few bytes, so that they run out. */
  Setup withFewBuffers() {
    return new Setup(strategy, workers, driver + ":buffers=16:buffer=512");
  }

  /** The driver, to be looked into. */
  Inside inside() {
    return new Inside(driver);
  }

  HeddleRuntime build() {
    return builder().build();
  }

  @Override
  public String toString() {
    return strategy + " x " + workers + ", " + driver;
  }
}
