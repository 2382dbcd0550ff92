package dev.heddle.explore;

/**
 * A small program whose schedules are explored. Its {@link #run} is the first thread; threads it
 * starts are explored as well, and all must have ended for the scenario to be over.
 *
 * <p>A scenario lives in {@code dev.heddle.explore.scenario}, so that it is loaded together with
 * the code under test. A new instance is made for each schedule.
 */
@FunctionalInterface
public interface Scenario {
  /** Throws if what it saw is wrong. */
  void run() throws Exception;
}
