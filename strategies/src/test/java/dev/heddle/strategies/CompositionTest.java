package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.StrategyProvider;
import dev.heddle.runtime.spi.Trait;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What strategies say they are composed of is what their options say. */
class CompositionTest {
  private static final StrategyProvider WORK_STEALING = new WorkStealing();

  private static Map<String, String> composition(StrategyProvider strategy, String... options) {
    return strategy.composition(Options.parse(strategy.options(), List.of(options))).stream()
        .collect(Collectors.toMap(Trait::part, Trait::choice));
  }

  /** The parts that two compositions differ in. */
  private static Set<String> difference(Map<String, String> one, Map<String, String> other) {
    assertThat(one).containsOnlyKeys(other.keySet());
    return one.keySet().stream()
        .filter(part -> !Objects.equals(one.get(part), other.get(part)))
        .collect(Collectors.toSet());
  }

  static Stream<Arguments> everyValueButTheDefaults() {
    return Stream.of(
        Arguments.of("queue=block", Set.of("local queue", "steal")),
        Arguments.of("ring=64", Set.of("local queue")),
        Arguments.of("lifo=off", Set.of("LIFO slot")),
        Arguments.of("lifo=uncapped", Set.of("LIFO slot")),
        Arguments.of("lifo=stealable-last", Set.of("LIFO slot", "wake")),
        Arguments.of("lifo=stealable-aged", Set.of("LIFO slot", "wake")),
        Arguments.of("steal=one", Set.of("steal")),
        Arguments.of("steal-order=near", Set.of("steal order")),
        Arguments.of("inject=locked", Set.of("injection queue")),
        Arguments.of("inject=sharded", Set.of("injection queue")),
        Arguments.of("interval=fixed", Set.of("injection interval")),
        Arguments.of("interval=off", Set.of("injection interval")),
        Arguments.of("searchers=all", Set.of("searchers")),
        Arguments.of("idle=tokio", Set.of("idle workers")),
        Arguments.of("wake=second", Set.of("wake")),
        Arguments.of("wake=every", Set.of("wake")),
        Arguments.of("wake=slot-too", Set.of("wake")));
  }

  @ParameterizedTest
  @MethodSource("everyValueButTheDefaults")
  void anOptionShowsInThePartsThatItDecides(String option, Set<String> parts) {
    assertThat(difference(composition(WORK_STEALING, option), composition(WORK_STEALING)))
        .isEqualTo(parts);
  }

  static List<Option<?>> options() {
    return WORK_STEALING.options();
  }

  @ParameterizedTest
  @MethodSource("options")
  void noOptionIsForgottenHere(Option<?> option) {
    assertThat(everyValueButTheDefaults())
        .extracting(arguments -> ((String) arguments.get()[0]).split("=", -1)[0])
        .contains(option.name());
  }

  static Stream<Arguments> variants() {
    return Stream.of(
        Arguments.of("work-stealing-tokio", Set.of("injection queue", "idle workers", "wake")),
        Arguments.of("work-stealing-no-lifo", Set.of("LIFO slot")),
        Arguments.of("work-stealing-lifo-uncapped", Set.of("LIFO slot")),
        Arguments.of("work-stealing-lifo-stealable", Set.of("LIFO slot", "wake")),
        Arguments.of("work-stealing-lifo-stealable:when=aged", Set.of("LIFO slot", "wake")),
        Arguments.of("work-stealing-steal-one", Set.of("steal")),
        Arguments.of("work-stealing-fixed-interval", Set.of("injection interval")),
        Arguments.of("work-stealing-unthrottled", Set.of("searchers")),
        Arguments.of("work-stealing-sharded-inject", Set.of("injection queue")),
        Arguments.of("work-stealing-block", Set.of("local queue", "steal")));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void aVariantDiffersFromWorkStealingInWhatItFixesAndInNothingElse(
      String variant, Set<String> parts) {
    String[] texts = variant.split(":", -1);
    StrategyProvider strategy = Providers.strategy(texts[0]);
    String[] options = List.of(texts).subList(1, texts.length).toArray(String[]::new);
    assertThat(difference(composition(strategy, options), composition(WORK_STEALING)))
        .isEqualTo(parts);
  }

  static Stream<StrategyProvider> policies() {
    return Providers.strategies().stream().filter(PolicyProvider.class::isInstance);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void aPolicySaysWhatItIsAndWhereItComesFrom(StrategyProvider policy) {
    assertThat(policy.composition(Options.defaults())).isNotEmpty();
    assertThat(policy.origin()).isNotBlank().doesNotEndWith(".");
  }

  @ParameterizedTest
  @MethodSource("policies")
  void everyTraitIsOneLineAndNoPartIsNamedTwice(StrategyProvider policy) {
    List<Trait> traits = policy.composition(Options.defaults());
    assertThat(traits.stream().collect(Collectors.toMap(Trait::part, Function.identity())))
        .hasSameSizeAs(traits);
    assertThat(traits).allSatisfy(trait -> assertThat(trait.choice()).matches(".*[^.\n]"));
  }
}
