package dev.heddle.drivers.uring;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a host denies ends in a reason or in a smaller ring, never in a crash. */
class AvailabilityTest {
  private static final String NOBODY = "65534";
  private static final long PATIENCE_SECONDS = 60;

  @TempDir Path folder;

  /** Only what the programs need, where another user can read it. */
  @BeforeEach
  void classes() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path target =
        Files.createDirectories(
            folder.resolve("classes").resolve(Ring.class.getPackageName().replace('.', '/')));
    for (Class<?> one : List.of(Availability.class, PrintAvailability.class)) {
      URI where = one.getProtectionDomain().getCodeSource().getLocation().toURI();
      Path source = Path.of(where).resolve(one.getPackageName().replace('.', '/'));
      try (DirectoryStream<Path> files = Files.newDirectoryStream(source, "*.class")) {
        for (Path file : files) {
          Files.copy(file, target.resolve(file.getFileName()));
        }
      }
    }
  }

  @Test
  void whatIsKnownWithoutATrial() {
    assertThat(Availability.knownReason("on", "Linux", "amd64")).isEmpty();
    assertThat(Availability.knownReason("on", "Linux", "aarch64")).isEmpty();
    assertThat(Availability.knownReason("on", "Mac OS X", "aarch64"))
        .hasValueSatisfying(reason -> assertThat(reason).contains("Mac OS X"));
    assertThat(Availability.knownReason("on", "Linux", "riscv64"))
        .hasValueSatisfying(reason -> assertThat(reason).contains("riscv64"));
    assertThat(Availability.knownReason("off", "Linux", "amd64"))
        .hasValueSatisfying(reason -> assertThat(reason).contains("-Dheddle.uring=off"));
    assertThat(Availability.knownReason("of", "Linux", "amd64"))
        .hasValueSatisfying(reason -> assertThat(reason).contains("neither on nor off"));
  }

  @Test
  void theReasonsSayWhatToDo() {
    assertThat(RingSetup.reason("io_uring_setup", -Errno.EPERM, 8))
        .startsWith("io_uring_setup: EPERM, denied by ")
        .contains("seccomp");
    assertThat(RingSetup.reason("io_uring_setup", -Errno.ENOMEM, 8))
        .contains("8 entries", "ulimit -l");
    assertThat(RingSetup.reason("io_uring_setup", -Errno.EINVAL, 8)).contains("6.0");
    assertThat(RingSetup.reason("io_uring_setup", -Errno.EMFILE, 8)).contains("ulimit -n");
  }

  @Test
  void switchedOffNothingNativeIsTouched() throws Exception {
    Answer answer = run(List.of(), "-Dheddle.uring=off", "-Xlog:class+load:file=loaded.txt");

    assertThat(answer.line()).isEqualTo("unavailable: switched off by -Dheddle.uring=off");
    assertThat(Files.readString(folder.resolve("loaded.txt")))
        .contains(Availability.class.getName())
        .doesNotContain(Syscalls.class.getName())
        .doesNotContain(Memory.class.getName());
  }

  @Test
  void deniedNativeAccessIsAReason() throws Exception {
    Answer answer = run(List.of(), "--illegal-native-access=deny");

    assertThat(answer.line())
        .isEqualTo(
            "unavailable: native access is denied; start java with"
                + " --enable-native-access=ALL-UNNAMED");
  }

  @ParameterizedTest
  @CsvSource({
    "io_uring_setup,    425, EPERM,  1",
    "io_uring_setup,    425, ENOSYS, 38",
    "io_uring_enter,    426, EPERM,  1",
    "io_uring_enter,    426, ENOSYS, 38",
    "io_uring_register, 427, EPERM,  1",
    "io_uring_register, 427, ENOSYS, 38",
    "eventfd,           290, EPERM,  1",
  })
  void aFilterOnOneCallIsAReason(String call, int x86, String name, int errno) throws Exception {
    Harvest.assumeAvailable();
    int number = x86 == 290 ? Syscalls.number(x86, 19) : x86;
    Answer answer =
        run(
            List.of(launcher(), "errno", "" + number, "" + errno),
            "--enable-native-access=ALL-UNNAMED");

    assertThat(answer.line()).startsWith("unavailable: " + call).contains(name);
  }

  @Test
  void aFilterOnSomethingElseDoesNotMatter() throws Exception {
    Harvest.assumeAvailable();
    Answer answer =
        run(
            List.of(launcher(), "errno", "" + Syscalls.number(164, 170), "1"), // settimeofday
            "--enable-native-access=ALL-UNNAMED");

    assertThat(answer.line()).startsWith("available: ");
  }

  @ParameterizedTest
  @CsvSource({"0", "8192", "65536", "8388608"})
  void littleLockedMemoryIsASmallerRingOrAReason(long bytes) throws Exception {
    Harvest.assumeAvailable();
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can become another user");
    Answer answer =
        run(
            List.of(launcher(), "memlock", "" + bytes, NOBODY),
            "--enable-native-access=ALL-UNNAMED");

    if (answer.line().startsWith("unavailable: ")) {
      assertThat(answer.line()).contains("ENOMEM").contains("ulimit -l");
      assertThat(bytes).as("that must be enough").isLessThan(65536);
    } else {
      assertThat(answer.line()).matches("available: \\d+");
    }
  }

  private record Answer(String line) {}

  private Answer run(List<String> before, String... options) throws Exception {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx64m", "-cp", "classes"));
    command.addAll(List.of(options));
    command.add(PrintAvailability.class.getName());
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    int exit = exitOf(command, out, err);

    String errors = Files.readString(err);
    assumeTrue(exit != 120, () -> "the launcher could not deny it: " + errors);
    assertThat(exit).as(errors + Files.readString(out)).isZero();
    try (DirectoryStream<Path> crashes = Files.newDirectoryStream(folder, "hs_err*")) {
      assertThat(crashes).isEmpty();
    }
    List<String> lines = Files.readAllLines(out);
    assertThat(lines).as(errors).hasSize(1);
    return new Answer(lines.getFirst());
  }

  private int exitOf(List<String> command, Path out, Path err) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("does not end: " + String.join(" ", command));
    }
    return process.exitValue();
  }

  /** The helper, compiled here; the test is skipped where no compiler is. */
  private String launcher() throws Exception {
    Path source = folder.resolve("launcher.c");
    try (InputStream resource = AvailabilityTest.class.getResourceAsStream("launcher.c")) {
      Files.writeString(
          source, new String(requireNonNull(resource).readAllBytes(), StandardCharsets.UTF_8));
    }
    Path program = folder.resolve("launcher");
    Path log = folder.resolve("compiler.txt");
    int exit;
    try {
      exit =
          exitOf(
              List.of("cc", "-o", program.toString(), source.toString()),
              log,
              folder.resolve("compiler-errors.txt"));
    } catch (IOException e) {
      assumeTrue(false, "no C compiler: " + e.getMessage());
      return "";
    }
    assertThat(exit).as(Files.readString(folder.resolve("compiler-errors.txt"))).isZero();
    return program.toString();
  }
}
