package dev.heddle.workloads;

/** What a workload does with timers. */
public enum TimerUse {
  /** Nothing sleeps. */
  NONE,

  /** Timers of any kind: those of the runtime, or, without one, by themselves. */
  ANY,

  /**
   * Timers by themselves, in a time that the workload makes pass. A service with a thread of its
   * own goes by the real clock, and cannot be used so.
   */
  BY_HAND
}
