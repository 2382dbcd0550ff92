package dev.heddle.harness.run;

import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.ForkRecord;
import java.io.IOException;
import java.util.Optional;

/** Runs single forks. */
public interface ForkLauncher {

  /**
   * Runs one fork to its end, whatever end that is, and says what became of it. Empty if the user
   * interrupted it (a terminal sends its interrupt to the fork as well): that is no result.
   *
   * @throws IOException if the run's folder cannot be written
   */
  Optional<ForkRecord> launch(PlannedFork fork) throws IOException;

  /** Kills the fork that runs now, if one does; its {@link #launch} returns soon. Any thread. */
  void kill();
}
