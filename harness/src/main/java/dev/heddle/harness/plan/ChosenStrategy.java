package dev.heddle.harness.plan;

import dev.heddle.runtime.Pinning;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.StrategyProvider;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A strategy that was asked for and is there, with the options and JVM variants it is to have.
 *
 * @param provider the strategy
 * @param options those that differ from their defaults
 * @param variants of the JVM, in the order of their declaration
 */
public record ChosenStrategy(
    StrategyProvider provider, Options options, List<JvmVariant> variants) {

  /** Normalises, so that two that mean the same have the same {@link #spec}. */
  public ChosenStrategy {
    options = options.withoutDefaults();
    variants = variants.stream().sorted().toList();
  }

  /** What plans, records and tables call it, the same for all words that mean the same strategy. */
  public String spec() {
    String strategy = new Kind.Choice<>(provider, options).spec();
    return Stream.concat(Stream.of(strategy), variants.stream().map(JvmVariant::label))
        .collect(Collectors.joining("@"));
  }

  /** Why it cannot be used here with its workers pinned like this, or empty if it can. */
  public Optional<String> unavailable(Pinning pinning) {
    return provider
        .unavailable()
        .or(() ->
            pinning != Pinning.NONE && provider instanceof SchedulerProvider
                ? Optional.of("has threads of its own, which cannot be pinned")
                : Optional.empty());
  }

  /**
   * What its JVMs are started with, besides the flags of every fork, when it has so many workers.
   */
  public List<String> jvmFlags(int workers) {
    return Stream.concat(
            variants.stream().map(JvmVariant::flag), provider.jvmFlags(workers).stream())
        .toList();
  }
}
