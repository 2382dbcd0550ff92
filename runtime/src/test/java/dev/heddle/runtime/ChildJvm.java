package dev.heddle.runtime;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A JVM of its own for one main class, with the class path of the tests. */
final class ChildJvm implements AutoCloseable {
  final Process process;

  private ChildJvm(Process process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param options for the JVM, separated by spaces
   */
  static ChildJvm start(String options, Class<?> main, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options.isEmpty() ? List.of() : Arrays.asList(options.split(" ")));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(Arrays.asList(args));
    return new ChildJvm(new ProcessBuilder(command).start());
  }

  /** What a JVM printed until its end. */
  record Ended(int exitCode, String out, String err) {}

  /** Waits for its end. */
  Ended end() throws IOException, InterruptedException {
    CompletableFuture<String> err = CompletableFuture.supplyAsync(this::readError);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), out, err.join());
  }

  private String readError() {
    try {
      return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "cannot read: " + e;
    }
  }

  /** Ends it, if it still runs. */
  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
