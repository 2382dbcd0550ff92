package dev.heddle.harness.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A jar that took part in a run, as its manifest keeps it.
 *
 * @param file its name, without the folder
 * @param sha256 of its bytes when the run was started, in hexadecimal
 */
public record Plugin(String file, String sha256) {

  static Plugin of(Path jar) throws IOException {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
      return new Plugin(String.valueOf(jar.getFileName()), HexFormat.of().formatHex(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "%s (sha256 %s)".formatted(file, sha256);
  }
}
