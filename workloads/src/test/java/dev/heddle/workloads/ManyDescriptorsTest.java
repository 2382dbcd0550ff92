package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ManyDescriptorsTest {
  @Test
  void aProcessThatMayHaveTooFewIsToldHowManyItNeeds() {
    assertThat(ManyDescriptors.tooFewFor(10_000, 1_024))
        .contains(
            "a process may have 1024 files open here, and this needs 10200; raise it with ulimit -n");
    assertThat(ManyDescriptors.tooFewFor(10_000, 10_199)).isPresent();
    assertThat(ManyDescriptors.tooFewFor(10_000, 10_200)).isEmpty();
  }
}
