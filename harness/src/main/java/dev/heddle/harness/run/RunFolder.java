package dev.heddle.harness.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The folder of one run and the names of what lies in it. Whole files are replaced atomically;
 * {@code forks.jsonl} grows by one synced line a fork. One process writes; any may read.
 */
public final class RunFolder {
  private static final String PLAN = "plan.json";

  /** The records, one line a fork. */
  public static final String FORKS = "forks.jsonl";

  private static final String LOCK = "run.lock";

  private final Path path;

  private RunFolder(Path path) {
    this.path = path;
  }

  /**
   * The folder of an earlier run.
   *
   * @throws BadInput if it is not one, or was written by a version with another schema
   */
  public static RunFolder open(Path path) {
    RunFolder folder = new RunFolder(path);
    if (!Files.isRegularFile(folder.resolve(PLAN))) {
      throw new BadInput(
          "'%s' is not a run's folder: there is no %s in it; name a folder below runs/ or results/"
              .formatted(path, PLAN));
    }
    return folder;
  }

  /** The folder of recorded requests in it. */
  public static final String TRACES = "traces";

  /**
   * Makes the folder of a new run, with its plan, and its parents if need be.
   *
   * @throws BadInput if it exists already or cannot be made
   */
  public static RunFolder create(Path path, Plan plan) throws IOException {
    Path parent = Objects.requireNonNull(path.toAbsolutePath().getParent(), "a name is given");
    try {
      Files.createDirectories(parent);
      Files.createDirectory(path);
    } catch (FileAlreadyExistsException e) {
      throw new BadInput(
          Files.isDirectory(parent)
              ? "the run's folder '%s' exists already; try again, or name another with --out"
                  .formatted(path)
              : "'%s' is no folder; name a writable folder with --out".formatted(e.getFile()),
          e);
    } catch (IOException e) {
      throw new BadInput(
          "cannot write to '%s' (%s); name a writable folder with --out"
              .formatted(path.getParent(), reason(e)),
          e);
    }
    RunFolder folder = new RunFolder(path);
    for (String part : List.of("hdr", "jmh", "logs")) {
      Files.createDirectory(folder.resolve(part));
    }
    folder.writeJson(PLAN, plan);
    return folder;
  }

  /** What the system said; for a failure that says no more than a path, its kind. */
  private static String reason(IOException e) {
    String reason = e instanceof FileSystemException failure ? failure.getReason() : e.getMessage();
    return reason != null
        ? reason
        : e instanceof AccessDeniedException ? "access denied" : "no such folder can be made";
  }

  /**
   * Takes the folder for writing, until the lock is closed or this process ends, however it does.
   *
   * @throws BadInput if another process or another run of this one has it
   */
  public Closeable lock() throws IOException {
    FileChannel channel =
        FileChannel.open(resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean ours = false;
    try {
      ours = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Another run of this very process has it, which is no different.
      ours = false;
    } finally {
      if (!ours) {
        channel.close();
      }
    }
    if (!ours) {
      throw new BadInput(
          "another process is at work in '%s'; wait for it to end, or end it, and resume then"
              .formatted(path));
    }
    return channel;
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** A file in it. */
  public Path resolve(String name) {
    return path.resolve(name);
  }

  /**
   * The plan.
   *
   * @throws BadInput if it has another schema or cannot be understood
   */
  public Plan readPlan() throws IOException {
    try {
      JsonNode tree = Json.MAPPER.readTree(Files.readAllBytes(resolve(PLAN)));
      requireSchema(PLAN, Plan.SCHEMA, tree);
      return Json.MAPPER.treeToValue(tree, Plan.class);
    } catch (JsonProcessingException e) {
      throw new BadInput("%s of '%s' is not a plan".formatted(PLAN, path), e);
    }
  }

  /**
   * The records of all forks so far; none if the run was cut off before its first fork ended. A cut
   * off last line is left out, and said so in the result.
   *
   * @throws BadInput if a line has another schema, cannot be understood, or repeats a fork
   */
  public RecordedForks readForks() throws IOException {
    Path file = resolve(FORKS);
    byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    List<ForkRecord> records = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        ForkRecord fork = parse(records.size() + 1, new String(bytes, start, i - start, UTF_8));
        if (!ids.add(fork.id())) {
          throw new BadInput("%s of '%s' has two records of %s".formatted(FORKS, path, fork.id()));
        }
        records.add(fork);
        start = i + 1;
      }
    }
    return new RecordedForks(records, start, bytes.length - start);
  }

  private ForkRecord parse(int line, String text) {
    try {
      JsonNode tree = Json.MAPPER.readTree(text);
      requireSchema(FORKS, ForkRecord.SCHEMA, tree);
      return Json.MAPPER.treeToValue(tree, ForkRecord.class);
    } catch (JsonProcessingException e) {
      throw new BadInput(
          "line %d of %s of '%s' is not a fork's record".formatted(line, FORKS, path), e);
    }
  }

  private void requireSchema(String file, String known, JsonNode tree) {
    String schema = tree.path("schema").asText("");
    if (!schema.equals(known)) {
      throw new BadInput(
          "%s of '%s' has the schema '%s'; this version reads %s"
              .formatted(file, path, schema, known));
    }
  }

  /** Cuts {@code forks.jsonl} off behind its last whole line. */
  void dropLostBytes(RecordedForks forks) throws IOException {
    if (forks.lostBytes() > 0) {
      try (FileChannel channel = FileChannel.open(resolve(FORKS), StandardOpenOption.WRITE)) {
        channel.truncate(forks.wholeBytes());
        channel.force(true);
      }
    }
  }

  /** Appends one record: one write of one line, on the disk when this returns. */
  void append(ForkRecord fork) throws IOException {
    byte[] line = (Json.MAPPER.writeValueAsString(fork) + "\n").getBytes(UTF_8);
    try (FileChannel channel =
        FileChannel.open(resolve(FORKS), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      WholeFile.writeFully(channel, line);
      channel.force(true);
    }
  }

  /** Writes a value as indented JSON, atomically. */
  public void writeJson(String name, Object value) throws IOException {
    writeText(name, Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n");
  }

  /** Writes a text in UTF-8, atomically: readers see the old file or the new one. */
  public void writeText(String name, String text) throws IOException {
    writeBytes(name, text.getBytes(UTF_8));
  }

  /** Writes a file, atomically, and makes the folder it lies in if need be. */
  public void writeBytes(String name, byte[] bytes) throws IOException {
    WholeFile.write(resolve(name), bytes);
  }
}
