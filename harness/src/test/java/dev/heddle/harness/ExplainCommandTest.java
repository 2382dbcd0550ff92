package dev.heddle.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.heddle.harness.plan.Catalogue;
import dev.heddle.harness.record.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainCommandTest {

  @Test
  void saysAllThatAStrategySaysOfItself() {
    assertThat(Invocation.of("explain", "test-foreign-pool:batch=16").out().lines())
        .containsExactly(
            "test-foreign-pool:batch=16",
            "  summary    a pool of somebody else's",
            "  origin     a paper that nobody has read",
            "  runs on    foreign 1.?",
            "  workers    1, whatever is asked for",
            "  JVM flags  -Dtest.foreign.workers=1",
            "  caveat     known to be slow on Mondays",
            "  available  yes",
            "  composition (* not as by default)",
            "    queue  one for all",
            "  * batch  16 tasks at once (by default: 8 tasks at once)",
            "  options (* not as by default)",
            "  * batch=16  tasks taken at once; a whole number from 1 to 64; default 8",
            "  promises",
            "    kept      a task from outside waits for a bounded number of polls of others",
            "    NOT kept  tasks that wake each other keep no other task waiting for ever",
            "    kept      blockInPlace lets the worker's other tasks go on");
  }

  @Test
  void marksNothingThatIsAsByDefault() {
    assertThat(Invocation.of("explain", "test-foreign-pool:batch=8").out())
        .startsWith("test-foreign-pool\n")
        .doesNotContain("*");
  }

  @Test
  void saysTheSameAsJson() throws IOException {
    JsonNode all =
        Json.MAPPER.readTree(
            Invocation.of("explain", "--json", "test-foreign-pool:batch=16").out());
    assertThat(all.path("schema").asText()).isEqualTo("heddle.explain/1");
    JsonNode strategy = all.path("strategies").path(0);
    assertThat(strategy.at("/composition/1/byDefault").asText()).isEqualTo("8 tasks at once");
    assertThat(strategy.at("/options/0/value").asText()).isEqualTo("16");
    assertThat(strategy.at("/promises/1/kept").asBoolean(true)).isFalse();
    assertThat(strategy.at("/library/name").asText()).isEqualTo("foreign");
    assertThat(strategy.at("/unavailable").isNull()).isTrue();
  }

  @Test
  void explainsSeveralAndEachValueOfASweep() {
    assertThat(Invocation.of("explain", "mini", "work-stealing:ring=64/128").out().lines())
        .contains("mini", "work-stealing:ring=64", "work-stealing:ring=128");
  }

  @Test
  void saysWhyAStrategyCannotBeUsed() {
    assertThat(Invocation.of("explain", "test-absent").out())
        .contains("available  no: it is never there");
  }

  @Test
  void everyStrategyIsExplainedInNarrowLines() {
    for (String name : Catalogue.ofClassPath().strategyNames()) {
      Invocation invocation = Invocation.of("explain", name);
      assertThat(invocation.exitCode()).as(name).isZero();
      assertThat(invocation.out().lines())
          .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }
  }

  @Test
  void saysWhatTimersAre() throws IOException {
    assertThat(Invocation.of("explain", "timer-wheel:placement=per-worker").out())
        .startsWith("timer-wheel:placement=per-worker\n")
        .contains("kind       timers", "tick       1,000,000 ns", "source     dev.heddle.timers.")
        .contains("Heddle's own", "available  yes", "* placement=per-worker", "default global");
    JsonNode all = Json.MAPPER.readTree(Invocation.of("explain", "--json", "binary-heap").out());
    assertThat(all.at("/timers/0/options/0/defaultValue").asText()).isEqualTo("global");
    assertThat(all.at("/strategies")).isEmpty();
  }

  @Test
  void saysWhatADriverIs() throws IOException {
    assertThat(Invocation.of("explain", "selector:placement=shared").out())
        .startsWith("selector:placement=shared\n")
        .contains("kind       driver, for --drivers", "source     dev.heddle.drivers.")
        .contains("available  yes", "* placement=shared", "default per-worker", "buffer=4096");
    JsonNode all = Json.MAPPER.readTree(Invocation.of("explain", "--json", "io-uring").out());
    assertThat(all.at("/drivers/0/options/0/name").asText()).isEqualTo("placement");
    // One of the two, on whichever host.
    assertThat(all.at("/drivers/0/obtained").isNull())
        .isNotEqualTo(all.at("/drivers/0/unavailable").isNull());
  }

  @Test
  void saysWhatAWorkloadWithSocketsTakes() throws IOException {
    assertThat(Invocation.of("explain", "echo").out())
        .contains("drivers      any, by --drivers")
        .contains("connections  1, 20, 64, 512 unless told otherwise; any from 1 to 20000")
        .contains("payloads     64, 512 unless told otherwise; any from 8 to 4096 by --payloads");
    JsonNode all = Json.MAPPER.readTree(Invocation.of("explain", "--json", "echo").out());
    assertThat(all.at("/workloads/0/drivers").asBoolean()).isTrue();
    assertThat(all.at("/workloads/0/connections")).hasSize(4);
  }

  @Test
  void saysWhatAWorkloadIs() throws IOException {
    assertThat(Invocation.of("explain", "timer-expire").out())
        .startsWith("timer-expire\n")
        .contains("runs on    no runtime", "timers     any that are driven by hand")
        .contains("; any from 1000 to")
        .contains("source     dev.heddle.workloads.TimerExpire.timerExpire");
    assertThat(Invocation.of("explain", "sleepers-virtual-threads").out())
        .contains("peer of    sleepers: a row of its table");
    JsonNode all = Json.MAPPER.readTree(Invocation.of("explain", "--json", "ping-pong").out());
    assertThat(all.at("/workloads/0/score").asText()).isEqualTo("ns/round trip");
    assertThat(all.at("/workloads/0/runtime").asBoolean()).isTrue();
  }

  @Test
  void everyNameThatIsListedIsExplained() {
    Catalogue catalogue = Catalogue.ofClassPath();
    List<String> names = new ArrayList<>(catalogue.timerNames());
    names.addAll(catalogue.driverNames());
    names.addAll(catalogue.workloadNames());
    for (String name : names) {
      Invocation invocation = Invocation.of("explain", name);
      assertThat(invocation.exitCode()).as(name).isZero();
      assertThat(invocation.out()).startsWith(name + "\n").contains("available  ");
      assertThat(invocation.out().lines())
          .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }
  }

  @Test
  void listNamesTheLibraryToo() {
    assertThat(Invocation.of("list").out()).contains("a pool of somebody else's [foreign 1.?]");
  }
}
