package dev.heddle.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class GridTest {
  private static final Grid GRID =
      new Grid(
          List.of("name", "ns"), List.of(List.of("a|b", "1"), List.of("c", "1,234")), List.of(0));

  @Test
  void markdown_is_aligned_and_escapes_its_own_separator() {
    assertThat(GRID.markdown())
        .isEqualTo(
            """
            | name |    ns |
            |:-----|------:|
            | a\\|b |     1 |
            | c    | 1,234 |
            """);
  }

  @Test
  void a_terminal_gets_aligned_columns_without_trailing_blanks() {
    assertThat(GRID.terminal((column, text) -> text))
        .isEqualTo(
            """
            name     ns
            a|b       1
            c     1,234
            """);
  }
}
