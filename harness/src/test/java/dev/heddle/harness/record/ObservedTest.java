package dev.heddle.harness.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservedTest {

  @Test
  void aRecordOfAnEarlierVersionHasNoPinnedWorkers() throws JsonProcessingException {
    Observed observed =
        Json.MAPPER.readValue(
            """
            {"affinity":[0,1],"availableProcessors":2,"workers":2,"liveThreads":9,"jvm":"a JVM",\
            "jvmFlags":[],"collectors":["G1"],"maxHeapBytes":1}\
            """,
            Observed.class);
    assertThat(observed.workerCpus()).isEmpty();
  }

  @Test
  void theCpusOfPinnedWorkersAreKeptInTheirOrder() throws JsonProcessingException {
    Observed observed =
        new Observed(
            List.of(0, 1),
            2,
            3,
            List.of(1, 0, 1),
            9,
            "a JVM",
            List.of(),
            List.of("G1"),
            1,
            "",
            "",
            "",
            "",
            List.of());
    assertThat(Json.MAPPER.readValue(Json.MAPPER.writeValueAsString(observed), Observed.class))
        .isEqualTo(observed);
  }
}
