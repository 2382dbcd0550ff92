package dev.heddle.harness.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The JVM of the fork in flight, which JMH starts and does not show: found among our children by
 * the property that names the fork's directory.
 */
record ForkProcess(ProcessHandle handle) {
  /** The property that tells a fork where to put what it found. */
  static final String DIRECTORY_PROPERTY = "heddle.fork.dir";

  private static final long DUMP_SECONDS = 10;

  static Optional<ForkProcess> find(Path forkDirectory) {
    String argument = "\0" + argument(forkDirectory) + "\0";
    return ProcessHandle.current()
        .children()
        .filter(child -> commandLine(child).contains(argument))
        .findFirst()
        .map(ForkProcess::new);
  }

  static String argument(Path forkDirectory) {
    return "-D" + DIRECTORY_PROPERTY + "=" + forkDirectory;
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), UTF_8);
    } catch (NoSuchFileException e) {
      return ""; // it has just ended
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What every thread is doing, or one line on why that could not be learnt. */
  String threadDump() throws InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    try {
      Path output = Files.createTempFile("heddle-dump", ".txt");
      try {
        Process process =
            new ProcessBuilder(jcmd.toString(), Long.toString(handle.pid()), "Thread.print", "-l")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(DUMP_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          return "no thread dump: the JVM did not answer within " + DUMP_SECONDS + " s\n";
        }
        return Files.readString(output);
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      return "no thread dump: jcmd of this JDK could not be run (" + e.getMessage() + ")\n";
    }
  }

  void kill() {
    handle.destroyForcibly();
  }
}
