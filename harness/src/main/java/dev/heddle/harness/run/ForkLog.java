package dev.heddle.harness.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a fork printed, line by line, with the paths of this machine replaced by what they stand
 * for: a published log tells nobody's name. Thread-safe, since JMH writes from several threads.
 */
final class ForkLog extends OutputStream {
  /** Longer paths first, where one holds the other. */
  private final Map<String, String> replacements;

  /** How JMH says that its fork died of an interrupt: 128 + SIGINT. */
  private static final String INTERRUPTED = "<forked VM failed with exit code 130>";

  /** What the JVM prints before it exits for want of memory, in front of what it wanted. */
  private static final String OUT_OF_MEMORY = "Terminating due to java.lang.OutOfMemoryError: ";

  private final BufferedWriter file;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean interrupted;
  private String outOfMemory = "";
  private boolean closed;

  ForkLog(Path path, Path forkDirectory) throws IOException {
    replacements = replacements(forkDirectory);
    file = Files.newBufferedWriter(path);
  }

  private static Map<String, String> replacements(Path forkDirectory) {
    Map<String, String> paths = new LinkedHashMap<>();
    paths.put(forkDirectory.toString(), "FORK_DIR");
    paths.put(forkDirectory.toAbsolutePath().toString(), "FORK_DIR");
    paths.put(System.getProperty("java.home"), "JAVA_HOME");
    paths.put(System.getProperty("java.class.path"), "CLASS_PATH");
    paths.put(System.getProperty("user.dir"), "WORKING_DIR");
    paths.put(System.getProperty("user.home"), "HOME");
    paths.keySet().removeIf(path -> path.length() < 2);
    return paths;
  }

  @Override
  public synchronized void write(int b) throws IOException {
    line.write(b);
    if (b == '\n') {
      writeLine();
    }
  }

  private void writeLine() throws IOException {
    String text = withoutPaths(line.toString(UTF_8));
    line.reset();
    interrupted |= text.strip().equals(INTERRUPTED);
    if (text.startsWith(OUT_OF_MEMORY)) {
      outOfMemory = text.substring(OUT_OF_MEMORY.length()).strip();
    }
    file.write(text);
    file.flush();
  }

  /** A text with the paths of this machine replaced by what they stand for. */
  String withoutPaths(String text) {
    String clean = text;
    for (Map.Entry<String, String> replacement : replacements.entrySet()) {
      clean = clean.replace(replacement.getKey(), replacement.getValue());
    }
    return clean;
  }

  synchronized boolean sawInterrupt() {
    return interrupted;
  }

  /** Which memory the fork ran out of, such as {@code Java heap space}; empty if it did not. */
  synchronized String outOfMemory() {
    return outOfMemory;
  }

  /** May be called again, as by a stream around this one. */
  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      writeLine();
      file.close();
    }
  }
}
