package dev.heddle.harness;

import dev.heddle.harness.plan.ChosenDriver;
import dev.heddle.runtime.spi.DriverProvider;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a driver is, in its own words; part of the shape of {@code explain --json}.
 *
 * @param spec name and options, as tables show them
 * @param name of the driver
 * @param summary in one line
 * @param options all it understands
 * @param source the class behind the name
 * @param obtained what this host gives it, null if it does not say or cannot be used
 * @param unavailable why it cannot be used here, null if it can
 */
record DriverExplanation(
    String spec,
    String name,
    String summary,
    List<Explanation.Setting> options,
    String source,
    @Nullable String obtained,
    @Nullable String unavailable) {

  static DriverExplanation of(ChosenDriver chosen) {
    DriverProvider provider = chosen.provider();
    return new DriverExplanation(
        chosen.spec(),
        provider.name(),
        provider.summary(),
        Explanation.settings(provider.options(), chosen.options()),
        provider.getClass().getName(),
        provider.obtained().orElse(null),
        provider.unavailable().orElse(null));
  }

  List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("kind", "driver, for --drivers"));
    facts.add(new Fact("summary", summary));
    facts.add(new Fact("source", source));
    if (obtained != null) {
      facts.add(new Fact("obtained", obtained));
    }
    facts.add(Explanation.availability(unavailable));
    return facts;
  }
}
