package dev.heddle.harness.plan;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Provider;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A kind of things that are named with options, such as {@code work-stealing:ring=64}.
 *
 * @param <P> what provides one
 * @param name what the kind is called in messages
 * @param known all there are
 * @param options which options one understands
 */
record Kind<P extends Provider>(String name, List<P> known, Function<P, List<Option<?>>> options) {

  /** One of them, with options. */
  record Choice<P extends Provider>(P provider, Options options) {

    /**
     * What plans, records and tables call it: the same for all words that mean the same, as options
     * stand in the order of their names, and one that has its default value is left out.
     */
    String spec() {
      String set = options.withoutDefaults().toString();
      return set.isEmpty() ? provider.name() : provider.name() + ":" + set;
    }
  }

  /** The names of all. */
  List<String> names() {
    return known.stream().map(Provider::name).toList();
  }

  /**
   * Reads what a user writes for one of them.
   *
   * @throws BadInput in one line, if the name, an option or a value is unknown
   */
  Choice<P> choose(String spec) {
    List<String> parts = Arrays.asList(spec.split(":", -1));
    String chosen = parts.getFirst();
    P provider =
        known.stream()
            .filter(candidate -> candidate.name().equals(chosen))
            .findFirst()
            .orElseThrow(() -> Names.unknown(name, chosen, names()));
    try {
      List<String> settings = parts.subList(1, parts.size());
      List<Option<?>> understood = options.apply(provider);
      requireKnownOptions(understood, settings);
      return new Choice<>(provider, Options.parse(understood, settings));
    } catch (IllegalArgumentException | BadInput e) {
      throw new BadInput("%s '%s': %s".formatted(name, chosen, e.getMessage()), e);
    }
  }

  private static void requireKnownOptions(List<Option<?>> understood, List<String> settings) {
    List<String> names = understood.stream().map(Option::name).toList();
    for (String setting : settings) {
      String option = setting.replaceFirst("=.*", "");
      if (!names.contains(option)) {
        throw Names.unknown("option", option, names);
      }
    }
  }
}
