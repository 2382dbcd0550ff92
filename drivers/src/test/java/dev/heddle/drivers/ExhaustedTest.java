package dev.heddle.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server whose process has no descriptor left: in a process of its own. */
class ExhaustedTest {
  private static final Path SHELL = Path.of("/bin/sh");

  @Test
  void acceptingFailsIsReportedAndGoesOnOnceThereAreDescriptors() throws Exception {
    assumeTrue(Files.isExecutable(SHELL), "no shell to lower the limit with");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                SHELL.toString(),
                "-c",
                "ulimit -n 256 && exec \"$@\"",
                "sh",
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Exhausted.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      List<String> served = out.lines().filter(line -> line.startsWith("served ")).toList();
      assertThat(process.waitFor()).as(out).isZero();
      assertThat(served)
          .as(out)
          .isEqualTo(Setup.everyone().map(setup -> "served " + setup).toList());
    } finally {
      process.destroyForcibly();
    }
  }
}
