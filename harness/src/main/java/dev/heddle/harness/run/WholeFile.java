package dev.heddle.harness.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Files that are replaced as a whole: readers see the old one or the new one, also after a crash.
 */
public final class WholeFile {
  private WholeFile() {}

  /** Writes a text in UTF-8. */
  public static void write(Path target, String text) throws IOException {
    write(target, text.getBytes(UTF_8));
  }

  /** Writes a file, and makes the folder it lies in if need be. */
  public static void write(Path target, byte[] bytes) throws IOException {
    Files.createDirectories(target.toAbsolutePath().getParent());
    Path temporary = target.resolveSibling(target.getFileName() + ".tmp");
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      writeFully(channel, bytes);
      channel.force(true);
    }
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    // The new name is on the disk only when its directory is.
    try (FileChannel directory =
        FileChannel.open(target.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  static void writeFully(FileChannel channel, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }
}
