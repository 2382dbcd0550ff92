package dev.heddle.runtime.spi;

/**
 * What a strategy may promise beyond what all of them must: that no task is lost or polled by two
 * threads at once, and that closing ends every task. The behaviour suite holds each strategy to
 * what it promises.
 */
public enum Promise {
  /**
   * A task that came from outside is polled after a bounded number of polls of other tasks, however
   * busy its worker is.
   */
  INJECTED_IN_TURN("a task from outside waits for a bounded number of polls of others"),

  /** A task in a worker's queue is polled in the end, also beside two that wake each other. */
  LOCAL_IN_TURN("tasks that wake each other keep no other task waiting for ever"),

  /** While a task blocks in place its worker's other tasks go on. */
  BLOCKS_IN_PLACE("blockInPlace lets the worker's other tasks go on");

  private final String text;

  Promise(String text) {
    this.text = text;
  }

  /** The promise in words, without a full stop. */
  public String text() {
    return text;
  }
}
