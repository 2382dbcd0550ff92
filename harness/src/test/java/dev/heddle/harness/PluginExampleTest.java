package dev.heddle.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.record.Status;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.workloads.FutureFactory;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Does what {@code CONTRIBUTING.md} says about a strategy in a jar of its own, word for word, in an
 * empty folder that has only the two things its commands take from this tree.
 */
class PluginExampleTest {
  @TempDir private Path folder;

  @Test
  void theExampleIsListedRunAndGoneOnWithOnlyWithTheSameJar() throws Exception {
    String example = section("In a jar of its own");
    Path source = folder.resolve(first("`(newest-first/\\S+\\.java)`", example));
    Files.createDirectories(source.getParent());
    Files.writeString(source, first("(?s)```java\\n(.*?)```", example));
    provideTheTree();

    String printed = shell(first("(?s)```sh\\n(.*?)```", example));

    assertThat(printed)
        .contains("newest-first", "one worker that runs the newest task first")
        .contains("chained-spawn, 1 core");
    RunFolder run = RunFolder.open(onlyRun());
    assertThat(run.readForks().records())
        .hasSize(3)
        .allMatch(fork -> fork.status() == Status.OK)
        .extracting(fork -> fork.cell().strategy())
        .containsOnly("global-queue", "newest-first");

    Path jar = folder.resolve("newest-first.jar");
    JsonNode plugin =
        Json.MAPPER.readTree(Files.readString(run.resolve("manifest.json"))).at("/plugins/0");
    assertThat(plugin.path("file").asText()).isEqualTo("newest-first.jar");
    assertThat(plugin.path("sha256").asText()).isEqualTo(sha256(jar));
    assertThat(run.resolve("table.md")).content().contains("plugin newest-first.jar (sha256 ");

    assertThat(resume(run, jar).exitCode()).isZero();
    assertRefused(Invocation.of("--resume", run.path().toString()), "this is with no plugin");
    shell("jar --update --file newest-first.jar newest-first/org");
    assertRefused(resume(run, jar), "this is with newest-first.jar (sha256 " + sha256(jar));
    assertThat(run.readForks().records()).extracting(ForkRecord::id).hasSize(3);
  }

  private static Invocation resume(RunFolder run, Path jar) {
    return Invocation.of("--resume", run.path().toString(), "--plugins", jar.toString());
  }

  private static void assertRefused(Invocation invocation, String reason) {
    assertThat(invocation.err()).contains(reason).hasLineCount(1);
    assertThat(invocation.exitCode()).isEqualTo(2);
  }

  @Test
  void theWorkloadOfTheExampleIsRun() throws Exception {
    String example = section("A workload in a jar");
    Path source = folder.resolve(first("`(three-turns/\\S+\\.java)`", example));
    Files.createDirectories(source.getParent());
    Files.writeString(source, first("(?s)```java\\n(.*?)```", example));
    provideTheTree();

    String printed = shell(first("(?s)```sh\\n(.*?)```", example));

    assertThat(printed).contains("three-turns, 1 core", "ns/future");
    assertThat(RunFolder.open(onlyRun()).readForks().records())
        .hasSize(3)
        .allMatch(fork -> fork.status() == Status.OK)
        .extracting(fork -> fork.cell().workload())
        .containsOnly("three-turns");
  }

  @Test
  void theRecordedRequestsOfTheExampleAreSentAndKept() throws Exception {
    String example = section("Requests that were recorded");
    String recorded = first("(?s)```csv\\n(.*?)```", example);
    Files.writeString(folder.resolve("morning.csv"), recorded);
    provideTheTree();

    // A sender that others kept from its CPU makes a fork void, and that ends the run with 1.
    String printed = shell(first("(?s)```sh\\n(.*?)```", example), 0, 1);

    assertThat(printed).contains("service, 1 core, replay=morning.csv, 3,000 requests/s");
    RunFolder run = RunFolder.open(onlyRun());
    assertThat(run.resolve("traces/morning.csv")).content().isEqualTo(recorded);
    assertThat(run.readForks().records())
        .hasSize(3)
        .allSatisfy(fork -> assertThat(fork.endpoints()).containsExactly("browse", "search"));
  }

  private static String section(String title) throws IOException {
    String text = Files.readString(Path.of("..", "CONTRIBUTING.md"));
    return first("(?s)### " + title + "\\n(.*?)\\n##", text);
  }

  private static String first(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }

  /** The jar to compile against, here with two rooms alone, and the front door. */
  private void provideTheTree() throws IOException, URISyntaxException, InterruptedException {
    Path jar = folder.resolve("harness/target/heddle.jar");
    Files.createDirectories(jar.getParent());
    List<String> arguments = new ArrayList<>(List.of("--create", "--file=" + jar));
    for (Class<?> room : List.of(Policy.class, FutureFactory.class)) {
      Path classes = Path.of(room.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (!Files.isDirectory(classes)) {
        Path unpacked = folder.resolve("room-" + room.getSimpleName());
        Files.createDirectories(unpacked);
        shell("cd '%s' && jar --extract --file '%s'".formatted(unpacked, classes));
        classes = unpacked;
      }
      arguments.addAll(List.of("-C", classes.toString(), "."));
    }
    assertThat(
            ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, arguments.toArray(String[]::new)))
        .isZero();
    Path door = folder.resolve("run-bench.sh");
    Files.writeString(
        door,
        """
        #!/usr/bin/env bash
        exec java --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \\
            -cp "$HARNESS_CLASS_PATH" dev.heddle.harness.Main "$@"
        """);
    assertThat(door.toFile().setExecutable(true)).isTrue();
  }

  private String shell(String commands) throws IOException, InterruptedException {
    return shell(commands, 0);
  }

  private String shell(String commands, Integer... codes) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-euc", commands)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    shell
        .environment()
        .merge(
            "PATH",
            Path.of(System.getProperty("java.home"), "bin").toString(),
            (path, jdk) -> jdk + File.pathSeparator + path);
    shell.environment().put("HARNESS_CLASS_PATH", System.getProperty("java.class.path"));
    int code = shell.start().waitFor();
    String printed = Files.readString(output, UTF_8);
    assertThat(code).as(printed).isIn((Object[]) codes);
    return printed;
  }

  private Path onlyRun() throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
      List<Path> all = runs.toList();
      assertThat(all).hasSize(1);
      return all.getFirst();
    }
  }

  private static String sha256(Path file) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }
}
