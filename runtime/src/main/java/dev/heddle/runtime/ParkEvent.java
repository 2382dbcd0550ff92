package dev.heddle.runtime;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * A worker waited because there was nothing to do; the event's thread is the worker. Too frequent
 * to be on by default.
 */
@Name("heddle.Park")
@Label("Park")
@Category("Heddle")
@Description("A worker, whose thread is the event's, waited because it found nothing to do")
@Enabled(false)
@StackTrace(false)
final class ParkEvent extends Event {
  /** Answers for all events of the class, so that none is made while nobody records. */
  private static final ParkEvent ANY = new ParkEvent();

  /** The event of a wait that begins now, to be committed at its end; null if nobody records. */
  static @Nullable ParkEvent started() {
    if (!Metrics.ON || !ANY.isEnabled()) {
      return null;
    }
    ParkEvent event = new ParkEvent();
    event.begin();
    return event;
  }
}
