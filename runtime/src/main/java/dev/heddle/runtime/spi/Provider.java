package dev.heddle.runtime.spi;

import java.util.Optional;

/** What everything that is found by name has in common. */
public interface Provider {

  /** The name users type: short, lower case, words joined by hyphens; unique in its kind. */
  String name();

  /** What it is, in one line without a full stop. */
  String summary();

  /** Why it cannot be used on this host or in this JVM, or empty if it can. */
  default Optional<String> unavailable() {
    return Optional.empty();
  }
}
