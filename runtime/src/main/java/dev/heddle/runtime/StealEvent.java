package dev.heddle.runtime;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A worker took tasks out of another's queue; the event's thread is the thief. Too frequent to be
 * on by default.
 */
@Name("heddle.Steal")
@Label("Steal")
@Category("Heddle")
@Description("A worker, whose thread is the event's, took tasks out of another worker's queue")
@Enabled(false)
@StackTrace(false)
final class StealEvent extends Event {
  /** Answers for all events of the class, so that none is made while nobody records. */
  private static final StealEvent ANY = new StealEvent();

  @Label("Tasks")
  @Description("How many tasks were taken in one operation")
  int tasks;

  static void emit(int tasks) {
    if (ANY.isEnabled()) {
      StealEvent event = new StealEvent();
      event.tasks = tasks;
      event.commit();
    }
  }
}
