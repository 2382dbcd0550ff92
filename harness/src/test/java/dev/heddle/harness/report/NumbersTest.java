package dev.heddle.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.harness.stats.Estimate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NumbersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0; 0",
        "0.00012345; 0.0001234",
        "0.000000012345; 1.235e-08",
        "12345000000; 1.235e+10",
        "0.5; 0.5000",
        "0.99996; 1.000",
        "9.99996; 10.00",
        "61.2345; 61.23",
        "999.96; 1,000",
        "1234; 1,234",
        "123456; 123,500"
      })
  void four_significant_digits_are_shown(double value, String shown) {
    assertThat(Numbers.shown(value)).isEqualTo(shown);
  }

  @Test
  void an_estimate_without_interval_is_its_value() {
    assertThat(Numbers.shown(new Estimate(1.0, null, null))).isEqualTo("1.000");
  }

  @Test
  void an_estimate_has_its_interval_in_brackets() {
    assertThat(Numbers.shown(new Estimate(1.0, 0.9, 1.25))).isEqualTo("1.000 [0.9000, 1.250]");
  }

  @Test
  void the_unknown_is_a_dash() {
    assertThat(Numbers.shown((Double) null)).isEqualTo("–");
  }
}
