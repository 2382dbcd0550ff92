package dev.heddle.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.heddle.harness.plan.Catalogue;
import dev.heddle.harness.plan.Support;
import dev.heddle.harness.record.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListCommandTest {

  @Test
  void theMatrixInTheReadmeIsTheOneThatTheCodeDraws() throws IOException {
    Catalogue here = Catalogue.ofClassPath();
    String drawn =
        Support.of(
                new Catalogue(
                    here.strategies().stream()
                        .filter(strategy -> !strategy.getClass().getName().contains(".harness."))
                        .toList(),
                    here.timers(),
                    here.drivers(),
                    here.workloads()))
            .markdown();
    assertThat(Files.readString(Path.of("..", "README.md"))).contains(drawn);
    assertThat(Invocation.of("list", "--matrix").out())
        .contains(drawn.substring(drawn.indexOf("| workload |")));
  }

  @Test
  void namesStrategiesTimersDriversAndWorkloads() {
    assertThat(Invocation.of("list").out())
        .contains("strategies:", "global-queue", "timers:", "drivers:", "workloads:", "ping-pong");
  }

  @Test
  void saysTheSameAsJson() throws IOException {
    JsonNode listing = Json.MAPPER.readTree(Invocation.of("list", "--json").out());
    assertThat(listing.path("schema").asText()).isEqualTo("heddle.list/1");
    assertThat(listing.path("workloads").findValuesAsText("name")).contains("ping-pong");
  }

  @Test
  void saysWhichWorkloadsTakeTimersAndSizes() throws IOException {
    assertThat(Invocation.of("list").out())
        .contains(
            "[no runtime; --timers; --sizes 1000,10000,100000,1000000,10000000, any from 1000 to 100000000]");
    JsonNode listing = Json.MAPPER.readTree(Invocation.of("list", "--json").out());
    for (JsonNode workload : listing.path("workloads")) {
      if (workload.path("name").asText().equals("timer-churn")) {
        assertThat(workload.path("runtime").asBoolean(true)).isFalse();
        assertThat(workload.path("timers").asText()).isEqualTo("by-hand");
        assertThat(workload.path("sizes").get(0).asInt()).isEqualTo(1_000);
        assertThat(workload.path("leastSize").asInt()).isEqualTo(1);
        return;
      }
    }
    fail("timer-churn is not listed");
  }

  @Test
  void everyTimerAndDriverThatIsListedCanBeNamed() throws IOException {
    JsonNode listing = Json.MAPPER.readTree(Invocation.of("list", "--json").out());
    assertThat(names(listing.path("timers")))
        .contains("timer-wheel")
        .isEqualTo(Catalogue.ofClassPath().timerNames())
        .doesNotContain("none");
    assertThat(names(listing.path("drivers")))
        .contains("io-uring", "selector")
        .isEqualTo(Catalogue.ofClassPath().driverNames())
        .doesNotContain("none");
  }

  @Test
  void saysWhichWorkloadsTakeDriversConnectionsAndPayloads() throws IOException {
    assertThat(Invocation.of("list").out())
        .contains(
            "[--drivers; --connections 1,20,64,512, any from 1 to 20000; --payloads 64,512, any from 8 to 4096]",
            ":placement=per-worker  who waits for I/O");
    JsonNode listing = Json.MAPPER.readTree(Invocation.of("list", "--json").out());
    for (JsonNode workload : listing.path("workloads")) {
      boolean sockets =
          List.of(
                  "accept-churn",
                  "echo",
                  "echo-open",
                  "idle-connection-footprint",
                  "idle-connections")
              .contains(name(workload));
      assertThat(workload.path("drivers").asBoolean(!sockets))
          .as(name(workload))
          .isEqualTo(sockets);
      if (name(workload).equals("echo")) {
        assertThat(workload.path("connections")).hasSize(4);
        assertThat(workload.path("payloads").get(0).asInt()).isEqualTo(64);
      }
    }
  }

  /** Whichever of the two it is: hosts differ. */
  @Test
  void saysOfADriverWhatItObtainedOrWhyItCannotBeUsed() throws IOException {
    JsonNode listing = Json.MAPPER.readTree(Invocation.of("list", "--json").out());
    for (JsonNode driver : listing.path("drivers")) {
      if (name(driver).equals("io-uring")) {
        String told =
            driver.path("unavailable").isNull()
                ? "[" + driver.path("obtained").asText("nothing told") + "]"
                : "[unavailable: " + driver.path("unavailable").asText() + "]";
        assertThat(Invocation.of("list").out()).contains(told);
        return;
      }
    }
    fail("io-uring is not listed");
  }

  private static String name(JsonNode entry) {
    return entry.path("name").asText();
  }

  private static List<String> names(JsonNode entries) {
    List<String> names = new ArrayList<>();
    entries.forEach(entry -> names.add(entry.path("name").asText()));
    return names;
  }

  @Test
  void saysWhyAStrategyCannotBeUsed() {
    assertThat(Invocation.of("list").out()).contains("[unavailable: it is never there]");
  }

  @Test
  void saysOfAVariantInALineWhichOptionsItShares() {
    String listing = Invocation.of("list").out();
    assertThat(listing)
        .contains(
            ":when=last  when a thief may take",
            " :interval :searchers :idle :wake as in work-stealing")
        .containsOnlyOnce(":steal-order=random  ");
  }
}
