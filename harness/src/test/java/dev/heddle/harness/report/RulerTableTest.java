package dev.heddle.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.workloads.service.RulerCheck;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RulerTableTest {
  private static RulerTable.Row row(double expected, Double... batches) {
    double mean = Arrays.stream(batches).mapToDouble(Double::doubleValue).average().orElseThrow();
    return RulerTable.Row.of(new RulerCheck.Line("s", "q", expected, mean, List.of(batches)));
  }

  @Test
  void theIntervalIsStudentsOverTheBatches() {
    RulerTable.Row row = row(10_000, 9_000.0, 10_000.0, 11_000.0);
    // t(0.975, 2) = 4.302653 over the root of 3, with a deviation of 1,000.
    assertThat(row.measuredNanos()).isEqualTo(10_000);
    assertThat(row.interval().hi()).isCloseTo(10_000 + 4.302653 * 577.3503, within(0.01));
    assertThat(row.interval().lo()).isCloseTo(10_000 - 4.302653 * 577.3503, within(0.01));
  }

  @Test
  void whatTheIntervalHoldsOrIsCloseIsAsExpected() {
    assertThat(row(10_000, 8_000.0, 10_000.0, 11_000.0).asExpected()).isTrue();
    assertThat(row(10_000, 10_400.0, 10_400.1, 10_400.2).asExpected()).isTrue();
    assertThat(row(10_000, 10_600.0, 10_600.1, 10_600.2).asExpected()).isFalse();
  }

  @Test
  void theTableSaysWhatIsOff() {
    RulerTable table =
        new RulerTable(
            RulerTable.SCHEMA,
            "global-queue",
            0.25,
            "",
            List.of(row(10_000, 10_600.0, 10_600.0), row(10_000, 10_000.0, 10_000.0)));
    assertThat(table.text())
        .contains("global-queue, 1 worker; load average before: 0.25\n")
        .containsPattern("10.00 +10.60 \\[10.60, 10.60\\] +\\+6.0 % +off")
        .containsPattern("10.00 +10.00 \\[10.00, 10.00\\] +\\+0.0 % +as expected")
        .contains("1 of 2 off.");
  }
}
