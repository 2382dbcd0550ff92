package dev.heddle.harness;

import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.workloads.service.RequestSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Recorded requests that a user names by their files. A run keeps a copy of each, under the file's
 * own name, so that it can be gone on with, and be carried out again, when the file has changed.
 */
final class Recordings {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,63}");

  private Recordings() {}

  /**
   * What plans and tables call what was typed: a recording by its file's name alone.
   *
   * @throws BadInput in one line, if a file is not there, or not as it must be
   */
  static List<String> names(List<String> typed) {
    return typed.stream()
        .flatMap(text -> Arrays.stream(text.split(",", -1)))
        .map(name -> isRecording(name) ? RequestSource.REPLAY + fileName(checked(name)) : name)
        .toList();
  }

  /** Copies those that were typed into a run's folder. */
  static void copy(List<String> typed, RunFolder folder) throws IOException {
    List<Path> files =
        typed.stream()
            .flatMap(text -> Arrays.stream(text.split(",", -1)))
            .filter(Recordings::isRecording)
            .map(Recordings::file)
            .toList();
    if (files.isEmpty()) {
      return;
    }
    Files.createDirectories(folder.resolve(RunFolder.TRACES));
    for (Path file : files) {
      folder.writeBytes(RunFolder.TRACES + "/" + fileName(file), Files.readAllBytes(file));
    }
  }

  private static boolean isRecording(String name) {
    return name.startsWith(RequestSource.REPLAY);
  }

  private static Path file(String name) {
    return Path.of(name.substring(RequestSource.REPLAY.length()));
  }

  private static String fileName(Path file) {
    return Objects.requireNonNull(file.getFileName(), "it was checked").toString();
  }

  private static Path checked(String name) {
    Path file = file(name);
    if (file.getFileName() == null || !NAME.matcher(fileName(file)).matches()) {
      throw new BadInput(
          "--requests was '%s'; behind %s stands a file whose name has letters, digits, dots, hyphens and underscores only, at most 64"
              .formatted(name, RequestSource.REPLAY));
    }
    try {
      RequestSource.check(file);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--requests: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new BadInput(
          "--requests: cannot read '%s'; name a file of lines due_us,endpoint,service_us"
              .formatted(file),
          e);
    }
    return file;
  }
}
