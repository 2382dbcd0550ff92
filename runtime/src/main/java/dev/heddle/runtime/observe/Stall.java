package dev.heddle.runtime.observe;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A poll that has not ended for longer than it should: the worker runs no other task meanwhile.
 * Reported once per poll, while it still runs.
 *
 * @param runtime the runtime's name, as in its MXBean: its strategy and a number
 * @param worker the index of the worker
 * @param thread the name of the worker's thread
 * @param atLeast how long the poll was seen to run; it may have begun up to a tick of 5 ms earlier,
 *     and time in which the whole JVM stood still is left out
 * @param stack where the poll was when it was looked at, innermost frame first, down to the runtime
 */
public record Stall(
    String runtime, int worker, String thread, Duration atLeast, List<StackTraceElement> stack) {

  /** Copies the list. */
  public Stall {
    stack = List.copyOf(stack);
  }

  /** The stack, a frame a line, indented. */
  public String stackText() {
    return stack.stream().map(frame -> "    at " + frame).collect(Collectors.joining("\n"));
  }

  @Override
  public String toString() {
    return "worker %s of runtime %s has been in one poll for %d ms%n%s"
        .formatted(thread, runtime, atLeast.toMillis(), stackText());
  }
}
