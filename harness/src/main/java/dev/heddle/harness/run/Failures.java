package dev.heddle.harness.run;

import dev.heddle.workloads.WorkloadFailure;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/** Finds out why a fork failed: JMH hides the reason in causes and suppressed exceptions. */
final class Failures {
  private Failures() {}

  /** The workload's own words if it said any, else the innermost exception, in one line. */
  static String reason(Throwable thrown) {
    Deque<Throwable> open = new ArrayDeque<>();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    open.add(thrown);
    Throwable innermost = thrown;
    while (!open.isEmpty()) {
      Throwable next = open.remove();
      if (!seen.add(next)) {
        continue;
      }
      if (next instanceof WorkloadFailure) {
        return oneLine(String.valueOf(next.getMessage()));
      }
      innermost = next;
      if (next.getCause() != null) {
        open.add(next.getCause());
      }
      Collections.addAll(open, next.getSuppressed());
    }
    return oneLine(innermost.toString());
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
