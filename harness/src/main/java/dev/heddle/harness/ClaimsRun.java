package dev.heddle.harness;

import dev.heddle.harness.claims.Claim;
import dev.heddle.harness.claims.Experiment;
import dev.heddle.harness.claims.Trials;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.record.Status;
import dev.heddle.harness.report.ClaimTexts;
import dev.heddle.harness.report.ClaimsReport;
import dev.heddle.harness.report.Report;
import dev.heddle.harness.run.Engine;
import dev.heddle.harness.run.HostCpus;
import dev.heddle.harness.run.JmhLauncher;
import dev.heddle.harness.run.Progress;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.harness.run.WholeFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * The claims of one folder, new or gone on with: each is announced with its rule, its experiments
 * are carried out, and its verdict follows. An interrupt kills the fork in flight; then the
 * verdicts are given by what is there, and the JVM ends.
 */
final class ClaimsRun {
  private static final int FAILED = 1;
  private static final int INTERRUPTED = 130;

  /** Start of a fork's JVM and pre-touching of its heap. */
  private static final double FORK_START_SECONDS = 1;

  private final Path folder;
  private final HostCpus cpus;
  private final boolean terminal;
  private final PrintWriter out;
  private final PrintWriter err;

  /** Guarded by this. */
  private boolean stopping;

  /** The engine that runs, or ran last; guarded by this. */
  private @Nullable Engine engine;

  ClaimsRun(Path folder, HostCpus cpus, boolean terminal, CommandLine commandLine) {
    this.folder = folder;
    this.cpus = cpus;
    this.terminal = terminal;
    out = commandLine.getOut();
    err = commandLine.getErr();
  }

  /** Returns the exit code: 0 if every fork went well, 1 if some did not, 130 if some are left. */
  int carryOut() throws IOException {
    ClaimsReport report = ClaimsReport.of(folder);
    List<Closeable> locks = new ArrayList<>();
    CountDownLatch over = new CountDownLatch(1);
    try {
      int left = 0;
      double seconds = 0;
      for (String name : report.plan().runs()) {
        RunFolder run = RunFolder.open(folder.resolve(name));
        locks.add(run.lock());
        int forks = remaining(run);
        left += forks;
        seconds +=
            forks * (FORK_START_SECONDS + run.readPlan().iterations().total().toMillis() / 1e3);
      }
      say(
          "%s: claims: %d, runs: %d, forks to run: %d, about %d min"
              .formatted(
                  folder,
                  report.claims().size(),
                  report.plan().runs().size(),
                  left,
                  Math.round(Math.ceil(seconds / 60))));
      report.write(false); // the rules are on the disk before the first fork
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> onShutdown(over), "heddle-claims-shutdown"));
      return finish(report, claims(report));
    } finally {
      over.countDown();
      for (Closeable lock : locks) {
        lock.close();
      }
    }
  }

  /** As many forks as have no record; throws if the run cannot be gone on with here. */
  private int remaining(RunFolder run) throws IOException {
    Plan plan = run.readPlan();
    new Resumption(run, plan)
        .requireCpus(cpus.order().size())
        .requireCpuOrder(cpus.order())
        .requireVersion(Git.own().commit());
    return Engine.remaining(plan, run.readForks().records()).size();
  }

  /** Returns whether an interrupt ended it. */
  private boolean claims(ClaimsReport report) throws IOException {
    for (Claim claim : report.claims()) {
      out.println(ClaimTexts.before(claim, terminal));
      out.flush();
      List<String> names =
          claim.experiments(report.plan().setting()).stream()
              .map(Experiment::name)
              .filter(report.plan().runs()::contains)
              .toList();
      for (String name : names) {
        if (run(RunFolder.open(folder.resolve(name)))) {
          return true;
        }
      }
      if (tryOut(claim, report.trialsFile(claim))) {
        return true;
      }
      String where =
          names.isEmpty()
              ? report.trialsFile(claim).toString()
              : names.stream()
                  .map(name -> folder.resolve(name).toString())
                  .collect(Collectors.joining(", "));
      out.println(ClaimTexts.after(claim, report.outcome(claim), where, terminal));
      out.flush();
    }
    return false;
  }

  /** Carries out what is left of one run. Returns whether an interrupt ended it. */
  private boolean run(RunFolder run) throws IOException {
    Plan plan = run.readPlan();
    List<ForkRecord> before = run.readForks().records();
    if (Engine.remaining(plan, before).isEmpty()) {
      return isStopping();
    }
    say("%s: forks: %d, done before: %d".formatted(run.path(), plan.forks().size(), before.size()));
    boolean interrupted;
    try (Progress progress = new Progress(plan, before, terminal, err)) {
      Engine next = new Engine(run, plan, new JmhLauncher(plan, run, cpus.order()), progress);
      if (!begin(next)) {
        return true;
      }
      interrupted = next.run();
    }
    if (interrupted) {
      Report.writeWithoutPlots(
          run.path(), "interrupted; run-bench.sh report %s draws them".formatted(run.path()));
    } else {
      Report.write(run.path());
    }
    return interrupted;
  }

  /** Returns whether an interrupt came before. */
  private boolean tryOut(Claim claim, Path file) throws IOException {
    if (isStopping()) {
      return true;
    }
    if (!claim.trials().isEmpty() && Files.notExists(file)) {
      try {
        WholeFile.write(
            file,
            Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(Trials.run(claim))
                + "\n");
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts the thread of the command", e);
      }
    }
    return isStopping();
  }

  private int finish(ClaimsReport report, boolean interrupted) throws IOException {
    String whyNoPlots = report.write(!interrupted);
    if (!whyNoPlots.isEmpty()) {
      say("plots: not drawn, " + whyNoPlots);
    }
    say("verdicts: %s, .json, .html".formatted(folder.resolve("claims.md")));
    if (interrupted) {
      say("stopped; go on with: run-bench.sh claims --resume " + folder);
      return INTERRUPTED;
    }
    boolean allWell = report.plan().unplanned().isEmpty();
    for (String name : report.plan().runs()) {
      allWell &=
          RunFolder.open(folder.resolve(name)).readForks().records().stream()
              .allMatch(record -> record.status() == Status.OK);
    }
    return allWell ? 0 : FAILED;
  }

  /** Whether an engine may run; from then on a shutdown stops it. */
  private synchronized boolean begin(Engine next) {
    if (!stopping) {
      engine = next;
    }
    return !stopping;
  }

  private synchronized boolean isStopping() {
    return stopping;
  }

  private synchronized @Nullable Engine stopping() {
    stopping = true;
    return engine;
  }

  /** The JVM lives until this returns, which is when the verdicts are written. */
  private void onShutdown(CountDownLatch over) {
    Engine running = stopping();
    if (running != null) {
      running.stop();
    }
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void say(String line) {
    err.println("heddle: " + line);
    err.flush();
  }
}
