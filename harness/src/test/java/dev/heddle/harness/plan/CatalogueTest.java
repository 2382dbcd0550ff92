package dev.heddle.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users write for strategies, and what it is called from then on. */
class CatalogueTest {
  private static final Catalogue CATALOGUE =
      new Catalogue(
          List.of(NamedStrategy.of("work-stealing")),
          List.of(),
          List.of(NamedDriver.of("selector"), NamedDriver.of("ring")),
          List.of());

  @ParameterizedTest
  @CsvSource({
    "work-stealing,                            work-stealing",
    "work-stealing:ring=256,                   work-stealing",
    "work-stealing:lifo=on:ring=256,           work-stealing",
    "work-stealing:ring=64:lifo=off,           work-stealing:lifo=off:ring=64",
    "work-stealing:ring=0064,                  work-stealing:ring=64",
    "work-stealing@headers=compact@metrics=off, work-stealing@metrics=off@headers=compact",
  })
  void wordsThatMeanTheSameGetOneName(String words, String name) {
    assertThat(specs(words)).containsExactly(name);
  }

  @Test
  void eachValueOfASweepMultipliesAndTheLastOptionChangesFastest() {
    assertThat(specs("work-stealing:ring=64/256:lifo=off/on@metrics=off"))
        .containsExactly(
            "work-stealing:lifo=off:ring=64@metrics=off",
            "work-stealing:ring=64@metrics=off",
            "work-stealing:lifo=off@metrics=off",
            "work-stealing@metrics=off");
  }

  @Test
  void aValueNamedTwiceIsOneStrategy() {
    assertThat(specs("work-stealing:ring=64/128/64"))
        .containsExactly("work-stealing:ring=64", "work-stealing:ring=128");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "work-staeling:ring=64     | unknown strategy 'work-staeling'; did you mean 'work-stealing'?",
        "work-stealing:rnig=64     | unknown option 'rnig'; did you mean 'ring'? known: ring, lifo",
        "work-stealing:ring=64/63  | option ring was '63'; allowed is a power of two from 2 to 1024",
        "work-stealing:lifo        | option lifo was ''; allowed is on or off",
        "work-stealing:ring=64//32 | has an empty value in 'ring=64//32'",
        "work-stealing:ring=       | has an empty value in 'ring='",
        "work-stealing:            | has an empty option in it; separate options by single colons",
        "work-stealing::lifo=off   | has an empty option in it",
        "work-stealing:ring=64:ring=32   | option 'ring' is given twice",
        "work-stealing:ring=64@metrics=of | did you mean 'metrics=off'?",
      })
  void whatIsWrongIsSaidInOneLine(String words, String reason) {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> CATALOGUE.strategies(words))
        .withMessageContaining(reason)
        .extracting(Throwable::getMessage)
        .asString()
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "selector,                                selector",
    "selector:placement=per-worker,           selector",
    "selector:buffers=32:placement=per-worker, selector:buffers=32",
    "ring:placement=shared:buffers=16,        ring:placement=shared",
  })
  void wordsThatMeanTheSameDriverGetOneName(String words, String name) {
    assertThat(CATALOGUE.drivers(words)).extracting(ChosenDriver::spec).containsExactly(name);
  }

  @Test
  void anOptionOfADriverIsSweptAsOneOfAStrategy() {
    assertThat(CATALOGUE.drivers("ring:placement=per-worker/shared/dedicated"))
        .extracting(ChosenDriver::spec)
        .containsExactly("ring", "ring:placement=shared", "ring:placement=dedicated");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "slector                 | unknown driver 'slector'; did you mean 'selector'?",
        "none                    | unknown driver 'none'",
        "selector:placement=here | one of per-worker, shared, dedicated",
        "selector:place=shared   | did you mean 'placement'? known: placement, buffers",
        "selector:buffers=0      | option buffers was '0'; allowed is a whole number from 1 to 64",
        "selector:placement=     | driver 'selector:placement=' has an empty value",
        "selector@metrics=off    | driver 'selector@metrics=off' names a variant of the JVM",
      })
  void whatIsWrongWithADriverIsSaidInOneLine(String words, String reason) {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> CATALOGUE.drivers(words))
        .withMessageContaining(reason)
        .extracting(Throwable::getMessage)
        .asString()
        .hasLineCount(1);
  }

  private static List<String> specs(String words) {
    return CATALOGUE.strategies(words).stream().map(ChosenStrategy::spec).toList();
  }
}
