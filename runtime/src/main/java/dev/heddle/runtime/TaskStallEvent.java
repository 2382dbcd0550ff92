package dev.heddle.runtime;

import dev.heddle.runtime.observe.Stall;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Stall} in a flight recording. Rare, so on by default. Written by the thread that saw it:
 * the stalled thread and its stack are in fields of their own.
 */
@Name("heddle.TaskStall")
@Label("Task Stall")
@Category("Heddle")
@Description("A poll that has not ended for longer than the runtime's stall threshold")
@StackTrace(false)
final class TaskStallEvent extends Event {
  @Label("Runtime")
  @Description("The runtime's name: its strategy and a number")
  @Nullable String runtime;

  @Label("Worker Thread")
  @Nullable Thread worker;

  @Label("At Least")
  @Description("How long the poll was seen to run until it was looked at")
  @Timespan(Timespan.NANOSECONDS)
  long atLeast;

  @Label("Stack")
  @Description("Where the poll was when it was looked at")
  @Nullable String stack;

  static void emit(Stall stall, Thread thread) {
    TaskStallEvent event = new TaskStallEvent();
    if (event.isEnabled()) {
      event.runtime = stall.runtime();
      event.worker = thread;
      event.atLeast = stall.atLeast().toNanos();
      event.stack = stall.stackText();
      event.commit();
    }
  }
}
