package dev.heddle.runtime;

/** Lets a test give an entry another deadline, as a sleep does that is reset. */
public final class Deadlines {
  private Deadlines() {}

  /** The entry must be in no queue. */
  public static void set(TimerEntry entry, long deadlineNanos) {
    entry.deadlineNanos(deadlineNanos);
  }
}
