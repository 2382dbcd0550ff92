package dev.heddle.runtime;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What was still running when a closing runtime stopped waiting for blocking work.
 *
 * @param unfinished blocking jobs, and tasks blocked in place, at the deadline; empty if all ended
 */
public record ShutdownReport(List<Unfinished> unfinished) {

  /**
   * One piece of blocking work that did not end in time.
   *
   * @param work the name of the class of the closure
   * @param thread the name of its thread
   * @param stackTop where it was, innermost first; a few frames, and none if it ended just then
   */
  public record Unfinished(String work, String thread, List<StackTraceElement> stackTop) {
    public Unfinished {
      stackTop = List.copyOf(stackTop);
    }

    @Override
    public String toString() {
      return work
          + " on "
          + thread
          + stackTop.stream().map(frame -> "\n    at " + frame).collect(Collectors.joining());
    }
  }

  public ShutdownReport {
    unfinished = List.copyOf(unfinished);
  }

  /** Says aloud what did not end, if anything. */
  static List<Unfinished> warn(List<Unfinished> unfinished) {
    if (!unfinished.isEmpty()) {
      System.getLogger(HeddleRuntime.class.getName())
          .log(
              Level.WARNING,
              "a closing runtime has interrupted blocking work: " + new ShutdownReport(unfinished));
    }
    return unfinished;
  }

  /** Whether everything ended in time. */
  public boolean isClean() {
    return unfinished.isEmpty();
  }

  @Override
  public String toString() {
    return unfinished.size()
        + " unfinished"
        + unfinished.stream().map(each -> "\n  " + each).collect(Collectors.joining());
  }
}
