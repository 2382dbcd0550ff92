package dev.heddle.harness.run;

import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.ForkRecord;

/** Hears how a run gets on, on the thread that runs it. */
public interface RunListener {

  /** A fork is about to start. */
  void started(PlannedFork fork);

  /** A fork has ended and its record is on the disk. */
  void ended(ForkRecord record);
}
