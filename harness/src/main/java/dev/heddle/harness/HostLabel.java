package dev.heddle.harness;

import dev.heddle.harness.plan.BadInput;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a host is called in a run's files: never its own name, unless the user says so. */
final class HostLabel {
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

  private HostLabel() {}

  /** The label asked for, else one such as {@code 2cpu-linux-x86_64}. */
  static String of(@Nullable String asked, int cpus) {
    if (asked == null) {
      String machine = System.getProperty("os.arch");
      return "%dcpu-%s-%s"
          .formatted(
              cpus,
              System.getProperty("os.name").toLowerCase(Locale.ROOT).replace(' ', '-'),
              machine.equals("amd64") ? "x86_64" : machine);
    }
    if (!ALLOWED.matcher(asked).matches()) {
      throw new BadInput(
          "--host-label was '%s'; allowed are up to 40 letters, digits, dots, underscores and hyphens"
              .formatted(asked));
    }
    return asked;
  }
}
