package dev.heddle.runtime.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {

  private enum Order {
    FIRST_IN,
    LAST_IN
  }

  private static final Option<Integer> CAP = Option.ofInt("cap", "polls in a row", 3, 1, 10);
  private static final Option<Integer> RING = Option.ofPowerOfTwo("ring", "slots", 256, 2, 1024);
  private static final Option<Boolean> LIFO = Option.ofSwitch("lifo", "the slot", true);
  private static final Option<Order> ORDER = Option.ofEnum("order", "who is next", Order.FIRST_IN);
  private static final List<Option<?>> KNOWN = List.of(CAP, RING, LIFO, ORDER);

  private static Options parse(String... texts) {
    return Options.parse(KNOWN, List.of(texts));
  }

  @Test
  void anOptionThatIsNotGivenHasItsDefault() {
    Options options = parse();
    assertThat(options.get(CAP)).isEqualTo(3);
    assertThat(options.get(RING)).isEqualTo(256);
    assertThat(options.get(LIFO)).isTrue();
    assertThat(options.get(ORDER)).isEqualTo(Order.FIRST_IN);
  }

  @Test
  void givenValuesAreRead() {
    Options options = parse("cap=10", "ring=2", "lifo=off", "order=last-in");
    assertThat(options.get(CAP)).isEqualTo(10);
    assertThat(options.get(RING)).isEqualTo(2);
    assertThat(options.get(LIFO)).isFalse();
    assertThat(options.get(ORDER)).isEqualTo(Order.LAST_IN);
  }

  @Test
  void optionsPrintAsTheyAreTypedInTheOrderOfTheirNames() {
    assertThat(parse("ring=64", "order=last-in", "lifo=off"))
        .hasToString("lifo=off:order=last-in:ring=64");
    assertThat(Options.defaults()).hasToString("");
  }

  @Test
  void withoutDefaultsOnlyWhatDiffersIsLeft() {
    Options options = parse("ring=256", "lifo=off", "cap=3").withoutDefaults();
    assertThat(options).hasToString("lifo=off");
    assertThat(options.get(RING)).isEqualTo(256);
  }

  @Test
  void settingAnOptionLeavesTheOriginalAsItWas() {
    Options defaults = Options.defaults();
    assertThat(defaults.with(CAP, 5).get(CAP)).isEqualTo(5);
    assertThat(defaults.get(CAP)).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cap=0        | option cap was '0'; allowed is a whole number from 1 to 10
          cap=11       | option cap was '11'; allowed is a whole number from 1 to 10
          cap=three    | option cap was 'three'; allowed is a whole number from 1 to 10
          cap          | option cap was ''; allowed is a whole number from 1 to 10
          ring=3       | option ring was '3'; allowed is a power of two from 2 to 1024
          ring=1       | option ring was '1'; allowed is a power of two from 2 to 1024
          ring=2048    | option ring was '2048'; allowed is a power of two from 2 to 1024
          ring=-2      | option ring was '-2'; allowed is a power of two from 2 to 1024
          ring=99999999999 | option ring was '99999999999'; allowed is a power of two from 2 to 1024
          lifo=true    | option lifo was 'true'; allowed is on or off
          order=FIRST_IN | option order was 'FIRST_IN'; allowed is one of first-in, last-in
          depth=3      | unknown option 'depth'; did you mean 'cap'? known: cap, ring, lifo, order
          """)
  void aWrongOptionIsRefusedWithWhatIsAllowed(String text, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> parse(text)).withMessage(message);
  }

  @Test
  void anOptionOfAStrategyWithoutOptionsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Options.parse(List.of(), List.of("cap=3")))
        .withMessage("unknown option 'cap'; there are none");
  }

  @Test
  void aValueSetInCodeIsHeldToTheSameRule() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Options.defaults().with(CAP, 11))
        .withMessage("option cap was '11'; allowed is a whole number from 1 to 10");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 2048})
  void aDefaultThatBreaksItsOwnRuleIsRefused(int value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Option.ofPowerOfTwo("ring", "slots", value, 2, 1024))
        .withMessage("the default of ring breaks its own rule");
  }
}
