package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heddle.runtime.observe.Dump;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command, from one JVM of its own to another. */
class DumpCommandTest {
  /** Has so many runtimes with a waiting task each, says so, and waits to be ended. */
  static final class Main {
    public static void main(String[] args) throws IOException, InterruptedException {
      for (int i = 0; i < Integer.parseInt(args[0]); i++) {
        HeddleRuntime runtime = FifoStrategy.start(1);
        Scripted task = new Scripted("task", (self, context) -> Poll.PENDING);
        runtime.spawn(task);
        Wait.until(() -> runtime.metrics().liveTasks() == 1);
      }
      System.out.println("ready");
      if (System.in.read() >= 0) {
        throw new AssertionError("nobody writes");
      }
    }
  }

  private static ChildJvm target(int runtimes) throws IOException {
    ChildJvm target = ChildJvm.start("", Main.class, Integer.toString(runtimes));
    byte[] ready = target.process.getInputStream().readNBytes("ready".length());
    assertThat(ready).asString().isEqualTo("ready");
    return target;
  }

  private static ChildJvm.Ended dump(String... args) throws IOException, InterruptedException {
    try (ChildJvm child = ChildJvm.start("", Dump.class, args)) {
      return child.end();
    }
  }

  private static void isRefused(ChildJvm.Ended ended, String line) {
    assertThat(ended.err()).startsWith(line).endsWith("\n");
    assertThat(ended.err().lines()).hasSize(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.exitCode()).isEqualTo(2);
  }

  @Test
  void itPrintsEveryRuntimeOfAnotherJvm() throws Exception {
    try (ChildJvm target = target(2)) {
      String pid = Long.toString(target.process.pid());
      ChildJvm.Ended text = dump(pid);
      assertThat(text.exitCode()).as(text.err()).isZero();
      assertThat(text.out())
          .contains("Runtime fifo-1: 1 workers, 1 live tasks\n")
          .contains("Runtime fifo-2: 1 workers, 1 live tasks\n")
          .contains("Scripted@");
      ChildJvm.Ended json = dump(pid, "--json");
      assertThat(json.exitCode()).as(json.err()).isZero();
      JsonNode runtimes = new ObjectMapper().readTree(json.out());
      assertThat(runtimes).hasSize(2);
      assertThat(runtimes.get(1).get("tasks")).hasSize(1);
    }
  }

  @Test
  void aJvmWithoutRuntimesIsRefused() throws Exception {
    try (ChildJvm target = target(0)) {
      String pid = Long.toString(target.process.pid());
      isRefused(dump(pid), "process " + pid + " has no open Heddle runtime that counts");
    }
  }

  @Test
  void aProcessThatIsNoneIsRefused() throws Exception {
    // Greater than any process id there can be.
    isRefused(dump("4194305"), "cannot attach to process 4194305: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "--json", "1 2", "-1"})
  void argumentsThatMakeNoSenseAreRefused(String args) throws Exception {
    isRefused(
        dump(args.isEmpty() ? new String[0] : args.split(" ")),
        "arguments were '" + args + "'; allowed is a process id, and --json");
  }
}
