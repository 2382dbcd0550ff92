package dev.heddle.harness;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** The answer to {@code --version}. */
final class Version implements IVersionProvider {

  /** The jar's version, or null when run from class files. */
  static @Nullable String own() {
    return Version.class.getPackage().getImplementationVersion();
  }

  @Override
  public String[] getVersion() {
    Git git = Git.own();
    return new String[] {
      "heddle %s, commit %s%s"
          .formatted(
              Objects.requireNonNullElse(own(), "unpackaged"),
              Objects.requireNonNullElse(git.commit(), "unknown"),
              Boolean.TRUE.equals(git.dirty()) ? " with changes" : "")
    };
  }
}
