package dev.heddle.strategies.adapters;

import dev.heddle.runtime.spi.Library;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * A library that an adapter needs and that may be missing.
 *
 * <p>Its version is written down when this module is built against it, because one big jar keeps no
 * manifest of what it is made of.
 *
 * @param name for tables
 * @param artifact where to get it, group and name
 * @param probe a class of it that the adapter uses
 */
record Peer(String name, String artifact, String probe) {
  private static final String VERSIONS = "peers.properties";

  /** Why it cannot be used, or empty. Loads no class of it but the one. */
  Optional<String> unavailable() {
    try {
      Class.forName(probe, false, Peer.class.getClassLoader());
      return Optional.empty();
    } catch (ClassNotFoundException | LinkageError missing) {
      return Optional.of(
          "needs " + artifact + " on the class path; build without -Dheddle.peers=off");
    }
  }

  /** The library, if it is there. */
  Optional<Library> library() {
    return unavailable().isPresent()
        ? Optional.empty()
        : Optional.of(new Library(name, builtAgainst()));
  }

  private String builtAgainst() {
    Properties versions = new Properties();
    try (InputStream in = Peer.class.getResourceAsStream(VERSIONS)) {
      versions.load(Objects.requireNonNull(in, VERSIONS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Objects.requireNonNull(versions.getProperty(name), name);
  }

  /** The running JDK, for what comes with it. */
  static Library jdk() {
    return new Library("JDK", Runtime.version().toString());
  }
}
