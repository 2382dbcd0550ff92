package dev.heddle.harness.claims;

/**
 * A small program that is run live against a runtime, in bounded time, and leaves nothing behind.
 */
public interface Trial {

  /** What it shows, as a sentence without a full stop. */
  String name();

  /**
   * Runs it.
   *
   * @return what was found, in one line, to be held against what was expected
   */
  TrialResult run() throws InterruptedException;
}
