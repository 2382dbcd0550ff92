package dev.heddle.harness.report;

import dev.heddle.harness.run.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Draws the tables and plots of a run again, from its records alone. Throws {@link
 * dev.heddle.harness.plan.BadInput} for a folder that is none of a run; the command line makes that
 * one line and exit code 2.
 */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Draws the tables and plots of a run again, from its records alone.")
public final class ReportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The folder of a run, below runs/ or results/.")
  private Path folder;

  @Override
  public Integer call() throws IOException {
    Report report = Report.write(folder);
    PrintWriter out = spec.commandLine().getOut();
    if (!report.notice().isEmpty()) {
      spec.commandLine().getErr().println("heddle: " + report.notice());
    }
    if (Files.notExists(folder.resolve(RunFolder.FORKS))) {
      spec.commandLine()
          .getErr()
          .println(
              "heddle: there is no %s in it: nothing was measured yet, or the records are gone"
                  .formatted(RunFolder.FORKS));
    }
    out.print(report.terminalTable(spec.commandLine().getColorScheme().ansi().enabled()));
    out.flush();
    if (!report.plotNotice().isEmpty()) {
      spec.commandLine().getErr().println("heddle: " + report.plotNotice());
    }
    return 0;
  }
}
