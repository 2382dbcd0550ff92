package dev.heddle.harness;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.heddle.harness.plan.ChosenStrategy;
import dev.heddle.harness.plan.Planner;
import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.StrategyProvider;
import dev.heddle.runtime.spi.Trait;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a strategy is, in its own words; the shape of {@code explain --json}.
 *
 * @param spec name, options and JVM variants, as tables show them
 * @param name of the strategy
 * @param summary in one line
 * @param origin where the idea comes from; may be empty
 * @param composition what it is made of with these options
 * @param options all it understands
 * @param promises all there are, kept or not
 * @param workers how many it can have on this host, in words
 * @param jvmFlags what its JVM is started with when it has a worker for each CPU of this host
 * @param runsOn whose threads run the tasks, in words
 * @param library whose scheduler it is, null if ours or, as of an unavailable one, not known
 * @param caveat what a reader of its figures must know; may be empty
 * @param unavailable why it cannot be used here, null if it can
 */
record Explanation(
    String spec,
    String name,
    String summary,
    String origin,
    List<Part> composition,
    List<Setting> options,
    List<Vow> promises,
    String workers,
    List<String> jvmFlags,
    String runsOn,
    @Nullable Library library,
    String caveat,
    @Nullable String unavailable) {

  /**
   * One thing it is composed of.
   *
   * @param byDefault the choice without any option set, if that is another; an empty text if there
   *     is no such part then
   */
  record Part(
      String part,
      String choice,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String byDefault) {}

  /** An option and the value it has. */
  record Setting(String name, String value, String defaultValue, String allowed, String summary) {
    boolean isDefault() {
      return value.equals(defaultValue);
    }
  }

  /** A promise that there is, and whether this strategy makes it. */
  record Vow(String promise, String text, boolean kept) {}

  /** Asks a strategy about itself, on a host with so many CPUs. */
  static Explanation of(ChosenStrategy chosen, int cpus) {
    StrategyProvider provider = chosen.provider();
    Options options = chosen.options();
    Set<Promise> promises = provider.promises(options);
    return new Explanation(
        chosen.spec(),
        provider.name(),
        provider.summary(),
        provider.origin(),
        parts(provider.composition(options), provider.composition(Options.defaults())),
        settings(provider.options(), options),
        Arrays.stream(Promise.values())
            .map(promise ->
                new Vow(Option.text(promise), promise.text(), promises.contains(promise)))
            .toList(),
        workers(provider, cpus),
        chosen.jvmFlags(provider.workers(cpus, cpus)),
        runsOn(provider),
        provider.library().orElse(null),
        provider.caveat(),
        provider.unavailable().orElse(null));
  }

  private static String runsOn(StrategyProvider provider) {
    return provider
        .library()
        .map(Library::toString)
        .orElse(
            provider instanceof SchedulerProvider
                ? "threads of its own"
                : "the runtime's own workers");
  }

  private static List<Part> parts(List<Trait> traits, List<Trait> byDefault) {
    return traits.stream()
        .map(trait -> {
          String usual =
              byDefault.stream()
                  .filter(other -> other.part().equals(trait.part()))
                  .findFirst()
                  .map(Trait::choice)
                  .orElse("");
          return new Part(
              trait.part(), trait.choice(), usual.equals(trait.choice()) ? null : usual);
        })
        .toList();
  }

  /** Options with the values that they have. */
  static List<Setting> settings(List<Option<?>> all, Options options) {
    return all.stream().map(option -> setting(option, options)).toList();
  }

  static Fact availability(@Nullable String unavailable) {
    return new Fact("available", unavailable == null ? "yes" : "no: " + unavailable);
  }

  private static <T> Setting setting(Option<T> option, Options options) {
    return new Setting(
        option.name(),
        Option.text(options.get(option)),
        Option.text(option.defaultValue()),
        option.allowed(),
        option.summary());
  }

  private static String workers(StrategyProvider provider, int cpus) {
    int[] possible =
        IntStream.rangeClosed(1, Planner.MAX_WORKERS)
            .map(asked -> provider.workers(asked, cpus))
            .distinct()
            .sorted()
            .toArray();
    int least = possible[0];
    int most = possible[possible.length - 1];
    if (least == most) {
      return least + ", whatever is asked for";
    }
    return most - least + 1 == possible.length
        ? "%d to %d".formatted(least, most)
        : Arrays.stream(possible).mapToObj(String::valueOf).collect(Collectors.joining(", "));
  }
}
