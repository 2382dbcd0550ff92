package dev.heddle.harness.run;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.ForkRecord;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Carries out what is left of a plan: every fork that has no record yet, in the order planned. A
 * record is on the disk before the next fork starts, so being killed anywhere loses at most the
 * fork in flight.
 */
public final class Engine {
  private static final long KILL_AGAIN_MILLIS = 100;

  private final RunFolder folder;
  private final Plan plan;
  private final ForkLauncher launcher;
  private final RunListener listener;

  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean stopping;

  /** An engine for one run of one plan. */
  public Engine(RunFolder folder, Plan plan, ForkLauncher launcher, RunListener listener) {
    this.folder = folder;
    this.plan = plan;
    this.launcher = launcher;
    this.listener = listener;
  }

  /** The forks that have no record, in the order planned. */
  public static List<PlannedFork> remaining(Plan plan, List<ForkRecord> records) {
    Set<String> done = new HashSet<>();
    records.forEach(record -> done.add(record.id()));
    return plan.forks().stream().filter(fork -> !done.contains(fork.id())).toList();
  }

  /**
   * Runs until every fork has its record, the user interrupts one or {@link #stop} is called. Once
   * per engine.
   *
   * @return whether it was interrupted or stopped
   * @throws IOException if the run's folder cannot be read or written
   */
  public boolean run() throws IOException {
    try {
      RecordedForks recorded = folder.readForks();
      folder.dropLostBytes(recorded);
      for (PlannedFork fork : remaining(plan, recorded.records())) {
        if (stopping) {
          return true;
        }
        listener.started(fork);
        Optional<ForkRecord> record = launch(fork);
        if (stopping || record.isEmpty()) {
          return true; // a fork that was made to end with us has no result
        }
        folder.append(record.get());
        listener.ended(record.get());
      }
      return stopping;
    } finally {
      ended.countDown();
    }
  }

  private Optional<ForkRecord> launch(PlannedFork fork) throws IOException {
    try {
      return launcher.launch(fork);
    } catch (IllegalStateException e) {
      // A JVM that is being ended refuses what starting a fork needs, such as new hooks.
      if (stopping) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Ends the run from another thread: kills the fork in flight, which leaves no record, and returns
   * once {@link #run} no longer writes. An interrupt ends the wait.
   */
  public void stop() {
    stopping = true;
    try {
      do {
        // Again, since the fork may only just be starting.
        launcher.kill();
      } while (!ended.await(KILL_AGAIN_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
