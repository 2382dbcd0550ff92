package dev.heddle.runtime.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
  @ParameterizedTest
  @CsvSource({
    "'',       '',       0",
    "'',       ring,     4",
    "ring,     '',       4",
    "ring,     ring,     0",
    "rnig,     ring,     2",
    "timer-weel, timer-wheel, 1",
    "timer-wheels, timer-wheel, 1",
    "kitten,   sitting,  3"
  })
  void theDistanceIsTheNumberOfEdits(String one, String other, int edits) {
    assertThat(Names.distance(one, other)).isEqualTo(edits);
    assertThat(Names.distance(other, one)).isEqualTo(edits);
  }

  @Test
  void theNearestIsSuggestedAndAllAreListed() {
    assertThat(Names.unknown("timer", "timer-whel", List.of("binary-heap", "timer-wheel")))
        .isEqualTo(
            "unknown timer 'timer-whel'; did you mean 'timer-wheel'? known: binary-heap, timer-wheel");
  }

  @Test
  void amongNoneNothingIsSuggested() {
    assertThat(Names.unknown("option", "cap", List.of()))
        .isEqualTo("unknown option 'cap'; there are none");
  }
}
