package dev.heddle.runtime;

/**
 * The power to stop a task, without the right to its result: what may be given away, kept after the
 * {@link JoinHandle} was dropped or {@linkplain JoinHandle#detach() detached}, and used at any
 * time.
 *
 * <p>Thread-safe. It is the task itself: holding one allocates nothing, and keeps the task and its
 * result in memory.
 */
public interface AbortHandle {

  /**
   * Asks the task to stop at its next suspension. A poll that is under way goes on; if it ends with
   * {@link Poll#READY} the task is finished, not cancelled. A task that never suspends cannot be
   * aborted. Idempotent; without effect on a task that is finished.
   */
  void abort();

  /** Whether the task is finished in any way. */
  boolean isFinished();
}
