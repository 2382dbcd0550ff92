package dev.heddle.harness;

import dev.heddle.runtime.spi.DriverProvider;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a driver is, in its own words; part of the shape of {@code explain --json}.
 *
 * @param name of the driver
 * @param summary in one line
 * @param source the class behind the name
 * @param unavailable why it cannot be used here, null if it can
 */
record DriverExplanation(String name, String summary, String source, @Nullable String unavailable) {

  static DriverExplanation of(DriverProvider provider) {
    return new DriverExplanation(
        provider.name(),
        provider.summary(),
        provider.getClass().getName(),
        provider.unavailable().orElse(null));
  }

  List<Fact> facts() {
    return List.of(
        new Fact("kind", "driver"),
        new Fact("summary", summary),
        new Fact("source", source),
        Explanation.availability(unavailable));
  }
}
