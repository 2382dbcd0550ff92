package dev.heddle.runtime.observe;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.RuntimeMetrics;
import java.util.List;

/**
 * What a runtime is at. Immutable; its parts were read one after the other while everything went
 * on, so they are of about one moment: a task may be seen twice, or a moment before it finished.
 *
 * @param runtime the runtime's name, as in its MXBean: its strategy and a number
 * @param tasks those that were polled and are not finished, by worker, oldest first
 * @param tasksLeftOut how many more of these there were than were to be described
 * @param tasksQueuedOnly about how many tasks are in the queues and wait for their first poll,
 *     which is why they are in no list; -1 if the strategy does not tell its queues' lengths
 * @param workers all that have a thread
 * @param metrics all that is counted
 * @see HeddleRuntime#dump()
 */
public record RuntimeDump(
    String runtime,
    List<TaskDump> tasks,
    long tasksLeftOut,
    long tasksQueuedOnly,
    List<WorkerDump> workers,
    RuntimeMetrics metrics) {

  /** Copies the lists. */
  public RuntimeDump {
    tasks = List.copyOf(tasks);
    workers = List.copyOf(workers);
  }

  /** For people: tables of plain text, ending with a line break. */
  public String text() {
    return new DumpText(this).toString();
  }

  /**
   * For programs: one JSON object on one line. Its names and values are those of this record, enums
   * by name; a histogram is an object of its {@link Quantiles}.
   */
  public String json() {
    return Json.of(this);
  }

  /** As {@link #text}. */
  @Override
  public String toString() {
    return text();
  }
}
