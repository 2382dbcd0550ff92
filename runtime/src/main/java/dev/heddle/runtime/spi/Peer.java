package dev.heddle.runtime.spi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * A library of others that a provider needs and that may be missing.
 *
 * <p>Its version is written down when the provider is built against it, because one big jar keeps
 * no manifest of what it is made of: {@code peers.properties} beside the provider's class has the
 * version under the library's name.
 *
 * @param user the provider, whose class loader must find the library
 * @param name for tables
 * @param artifact where to get it, group and name
 * @param probe a class of it that the provider uses
 */
public record Peer(Class<?> user, String name, String artifact, String probe) {
  private static final String VERSIONS = "peers.properties";

  /** Why it cannot be used, or empty. Loads no class of it but the one. */
  public Optional<String> unavailable() {
    try {
      Class.forName(probe, false, user.getClassLoader());
      return Optional.empty();
    } catch (ClassNotFoundException | LinkageError missing) {
      return Optional.of(
          "needs " + artifact + " on the class path; build without -Dheddle.peers=off");
    }
  }

  /** The library, if it is there. */
  public Optional<Library> library() {
    return unavailable().isPresent()
        ? Optional.empty()
        : Optional.of(new Library(name, builtAgainst()));
  }

  private String builtAgainst() {
    Properties versions = new Properties();
    try (InputStream in = user.getResourceAsStream(VERSIONS)) {
      versions.load(Objects.requireNonNull(in, VERSIONS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Objects.requireNonNull(versions.getProperty(name), name);
  }
}
