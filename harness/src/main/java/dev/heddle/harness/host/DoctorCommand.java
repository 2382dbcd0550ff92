package dev.heddle.harness.host;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.heddle.harness.record.Json;
import dev.heddle.runtime.NoDriver;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Providers;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what this host is and what each fact means for the numbers. Always exits 0. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = "Says what this host is and what each fact means for the numbers.")
public final class DoctorCommand implements Callable<Integer> {

  /** What {@code --json} prints. */
  private record Diagnosis(String schema, HostFacts facts, List<Finding> findings) {
    private static final String SCHEMA = "heddle.doctor/1";
  }

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print the facts and findings as JSON.")
  private boolean json;

  @Override
  public Integer call() throws JsonProcessingException {
    HostFacts facts = HostFacts.read();
    List<Finding> findings = new ArrayList<>(Finding.of(facts));
    findings.addAll(drivers(Providers.drivers()));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          Json.MAPPER
              .writerWithDefaultPrettyPrinter()
              .writeValueAsString(new Diagnosis(Diagnosis.SCHEMA, facts, findings)));
    } else {
      Ansi ansi = spec.commandLine().getColorScheme().ansi();
      findings.forEach(finding -> out.println(line(finding, ansi)));
    }
    out.flush();
    return 0;
  }

  /** One finding for each driver, which is tried for that. */
  static List<Finding> drivers(List<DriverProvider> drivers) {
    return drivers.stream()
        .filter(driver -> !(driver instanceof NoDriver))
        .map(driver -> {
          Optional<String> reason = driver.unavailable();
          return new Finding(
              "driver " + driver.name(),
              reason.isPresent() ? "unavailable" : "can be used",
              reason
                  .map(why -> why + ": its cells are skipped")
                  .or(driver::obtained)
                  .orElse(driver.summary()),
              reason.isPresent(),
              false);
        })
        .toList();
  }

  static String line(Finding finding, Ansi ansi) {
    String mark = finding.warn() ? "@|yellow warn|@" : "@|green ok|@  ";
    return "%s  %-22s  %s: %s"
        .formatted(ansi.string(mark), finding.fact(), finding.value(), finding.meaning());
  }
}
