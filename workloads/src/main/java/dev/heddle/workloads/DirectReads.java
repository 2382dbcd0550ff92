package dev.heddle.workloads;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Whether temporary files can be read past the page cache: a {@code tmpfs} is nothing else. */
public final class DirectReads implements Availability {
  /** Named in an annotation. */
  public DirectReads() {}

  @Override
  public Optional<String> unavailable() {
    try {
      Path file = Files.createTempFile("heddle-direct-read", ".bin");
      try {
        int alignment = alignment(file);
        Files.write(file, new byte[alignment]);
        try (FileChannel channel = open(file)) {
          channel.read(ByteBuffer.allocateDirect(2 * alignment).alignedSlice(alignment), 0);
        }
        return Optional.empty();
      } finally {
        Files.delete(file);
      }
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.of(
          "files in the temporary directory cannot be read past the page cache: their file system has no direct I/O");
    }
  }

  static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.READ, direct());
  }

  /** By name, for javac warns of whoever imports it. */
  private static OpenOption direct() {
    try {
      return (OpenOption)
          Class.forName("com.sun.nio.file.ExtendedOpenOption").getField("DIRECT").get(null);
    } catch (ReflectiveOperationException e) {
      throw new UnsupportedOperationException("this JDK cannot read past the page cache", e);
    }
  }

  /** Of what the places in file and memory of a direct read must be multiples, in bytes. */
  static int alignment(Path file) throws IOException {
    return Math.toIntExact(Files.getFileStore(file).getBlockSize());
  }
}
