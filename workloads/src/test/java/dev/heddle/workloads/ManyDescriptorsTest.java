package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ManyDescriptorsTest {
  @Test
  void aProcessThatMayHaveTooFewIsToldHowManyItNeeds() {
    assertThat(ManyDescriptors.unavailable(1_024))
        .contains(
            "a process may have 1024 files open here, and this needs 10516; raise it with ulimit -n");
    assertThat(ManyDescriptors.unavailable(10_515)).isPresent();
    assertThat(ManyDescriptors.unavailable(10_516)).isEmpty();
  }
}
