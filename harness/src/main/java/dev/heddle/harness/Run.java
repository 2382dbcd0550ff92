package dev.heddle.harness;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Status;
import dev.heddle.harness.report.Report;
import dev.heddle.harness.run.Engine;
import dev.heddle.harness.run.HostCpus;
import dev.heddle.harness.run.JmhLauncher;
import dev.heddle.harness.run.Progress;
import dev.heddle.harness.run.RecordedForks;
import dev.heddle.harness.run.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;

/**
 * One run, new or gone on with, from its next fork to its tables. An interrupt kills the fork in
 * flight; then the tables are drawn of what is there, and the JVM ends.
 */
final class Run {
  private static final int INTERRUPTED = 130;

  private final RunFolder folder;
  private final HostCpus cpus;
  private final boolean terminal;
  private final PrintWriter out;
  private final PrintWriter err;

  Run(RunFolder folder, HostCpus cpus, boolean terminal, CommandLine commandLine) {
    this.folder = folder;
    this.cpus = cpus;
    this.terminal = terminal;
    out = commandLine.getOut();
    err = commandLine.getErr();
  }

  /** Returns the exit code: 0 if every fork went well, 1 if some did not, 130 if some are left. */
  int carryOut() throws IOException {
    Plan plan = folder.readPlan();
    RecordedForks before = folder.readForks();
    if (!before.notice().isEmpty()) {
      say(before.notice());
    }
    say(
        "%s: forks: %d, blocks: %d, forks done before: %d"
            .formatted(folder.path(), plan.forks().size(), plan.blocks(), before.records().size()));
    CountDownLatch over = new CountDownLatch(1);
    try {
      boolean interrupted = runForks(plan, before.records(), over);
      return finish(plan, interrupted);
    } finally {
      over.countDown();
    }
  }

  /** Returns whether an interrupt ended it. */
  private boolean runForks(Plan plan, List<ForkRecord> before, CountDownLatch over)
      throws IOException {
    try (Progress progress = new Progress(plan, before, terminal, err)) {
      Engine engine =
          new Engine(folder, plan, new JmhLauncher(plan, folder, cpus.order()), progress);
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> onShutdown(engine, over), "heddle-shutdown"));
      return engine.run();
    }
  }

  /** The JVM lives until this returns, which is when the tables are drawn. */
  private static void onShutdown(Engine engine, CountDownLatch over) {
    engine.stop();
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int finish(Plan plan, boolean interrupted) throws IOException {
    List<ForkRecord> records = folder.readForks().records();
    Report report =
        interrupted
            ? Report.writeWithoutPlots(
                folder.path(),
                "interrupted; run-bench.sh report %s draws them".formatted(folder.path()))
            : Report.write(folder.path());
    out.print(report.terminalTable(terminal));
    out.flush();
    if (!report.plotNotice().isEmpty()) {
      say(report.plotNotice());
    }
    say("tables and records: " + folder.path());
    if (records.size() < plan.forks().size()) {
      say(
          "stopped with %d of %d forks done; go on with: run-bench.sh --resume %s"
              .formatted(records.size(), plan.forks().size(), folder.path()));
      return INTERRUPTED;
    }
    return records.stream().allMatch(record -> record.status() == Status.OK) ? 0 : 1;
  }

  private void say(String line) {
    err.println("heddle: " + line);
    err.flush();
  }
}
