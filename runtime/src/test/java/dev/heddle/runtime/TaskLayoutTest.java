package dev.heddle.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How large tasks and sleeps are, in either layout of object headers: there may be millions of
 * them. A layout is a property of a JVM, so each is looked at in one of its own.
 */
class TaskLayoutTest {

  @ParameterizedTest
  @CsvSource({
    "-XX:+UseCompactObjectHeaders, 56, 56, 32",
    "-XX:-UseCompactObjectHeaders, 64, 56, 40",
  })
  void aTaskWithOneFieldABareTaskAndASleepAreThisLarge(
      String headers, int task, int bare, int sleep) throws Exception {
    String layout = layoutWith(headers);
    assertThat(size(layout, TaskLayout.WithOneField.class)).as(layout).isEqualTo(task);
    assertThat(size(layout, TaskLayout.Bare.class)).as(layout).isEqualTo(bare);
    assertThat(size(layout, Sleep.class)).as(layout).isEqualTo(sleep);
  }

  private static int size(String layout, Class<?> type) {
    String label = TaskLayout.sizeLabel(type);
    return layout
        .lines()
        .filter(line -> line.startsWith(label))
        .mapToInt(line -> Integer.parseInt(line.substring(label.length())))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no size of " + type + " in:\n" + layout));
  }

  private static String layoutWith(String headers) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            headers,
            "-XX:+UseCompressedOops", // whatever this machine's memory would make the default
            "-Xmx64m",
            "--sun-misc-unsafe-memory-access=allow",
            "-Djol.skipDynamicAttach=true", // layouts need no agent
            "-cp",
            System.getProperty("java.class.path"),
            TaskLayout.class.getName());
    Process jvm = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(jvm.getInputStream().readAllBytes(), UTF_8);
    assertThat(jvm.waitFor()).as(output).isZero();
    System.out.println(headers + "\n" + output);
    return output;
  }
}
