package dev.heddle.harness;

import dev.heddle.harness.claims.Claim;
import dev.heddle.harness.claims.Claims;
import dev.heddle.harness.claims.ClaimsPlan;
import dev.heddle.harness.claims.Experiment;
import dev.heddle.harness.claims.Setting;
import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Catalogue;
import dev.heddle.harness.plan.Listed;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.Planner;
import dev.heddle.harness.plan.Profile;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.report.ClaimTexts;
import dev.heddle.harness.report.ClaimsReport;
import dev.heddle.harness.run.HostCpus;
import dev.heddle.harness.run.HostMemory;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.harness.run.WholeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Puts the claims to the test, goes on with that, or gives the verdicts again from the records. */
@Command(
    name = "claims",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Puts claims about Tokio-style runtimes to the test, and gives a verdict on each.",
      "Exit code 0 if every experiment ran, whatever the verdicts; 1 if something failed."
    })
final class ClaimsCommand implements Callable<Integer> {
  private static final DateTimeFormatter FOLDER_TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  @Spec private CommandSpec spec;

  @Option(
      names = "--only",
      paramLabel = "ID",
      description = "Claims, such as C1,C4 (default: all).")
  private @Nullable List<String> only;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description =
          "smoke (no verdicts but on what is no measurement), quick, standard or publish: how much time to take (default: quick).")
  private @Nullable String profile;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description =
          "Numbers of CPUs of a sweep over cores, of which the largest is what others use (default: 1 and the powers of two up to the machine).")
  private @Nullable List<String> cores;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all random orders (default: a new one, which is kept).")
  private @Nullable Long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where to put the folder of these claims (default: runs).")
  private @Nullable Path out;

  @Option(
      names = "--host-label",
      paramLabel = "LABEL",
      description = "What to call this host (default: such as 2cpu-linux-x86_64).")
  private @Nullable String hostLabel;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Go on with the claims in this folder; what was planned holds.")
  private @Nullable Path resume;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Run nothing: give the verdicts again, from the records in this folder alone.")
  private @Nullable Path report;

  @Override
  public Integer call() throws IOException {
    if (report != null) {
      refuseOthers("--report");
      return drawAgain(report);
    }
    RunCommand.requireOwnFlags(System.getenv());
    HostCpus cpus = HostCpus.read();
    Path folder;
    if (resume == null) {
      folder = start(cpus);
    } else {
      refuseOthers("--resume");
      folder = resume;
    }
    return new ClaimsRun(folder, cpus, RunCommand.isTerminal(), spec.commandLine()).carryOut();
  }

  /** A folder's own plan holds, and is not asked about again. */
  private void refuseOthers(String option) {
    spec.commandLine().getParseResult().matchedOptions().stream()
        .map(matched -> matched.longestName())
        .filter(name -> !name.equals(option))
        .findFirst()
        .ifPresent(name -> {
          throw new BadInput(
              "%s does not go with %s; what the folder was planned with holds"
                  .formatted(name, option));
        });
  }

  private int drawAgain(Path folder) throws IOException {
    ClaimsReport verdicts = ClaimsReport.of(folder);
    String whyNoPlots = verdicts.write(true);
    PrintWriter text = spec.commandLine().getOut();
    boolean colour = RunCommand.isTerminal();
    for (Claim claim : verdicts.claims()) {
      text.println(ClaimTexts.before(claim, colour));
      text.println(ClaimTexts.after(claim, verdicts.outcome(claim), folder.toString(), colour));
    }
    text.flush();
    if (!whyNoPlots.isEmpty()) {
      spec.commandLine().getErr().println("heddle: plots: not drawn, " + whyNoPlots);
    }
    return 0;
  }

  /** Plans everything before anything runs, so that what is left over can be gone on with. */
  private Path start(HostCpus cpus) throws IOException {
    List<Claim> claims = Claims.of(Listed.names("--only", only));
    Profile chosen = Profile.of(profile == null ? Profile.QUICK.label() : profile);
    int most = cpus.order().size();
    Setting setting = new Setting(chosen, cores(most));
    String label = HostLabel.of(hostLabel, most);
    long seeds = seed == null ? RandomSource.createLong() : seed;
    Planner planner = new Planner(Catalogue.ofClassPath(), most, HostMemory.bytes());
    Map<String, Plan> plans = new LinkedHashMap<>();
    Map<String, String> unplanned = new TreeMap<>();
    for (Claim claim : claims) {
      for (Experiment experiment : claim.experiments(setting)) {
        if (!plans.containsKey(experiment.name())) {
          try {
            plans.put(experiment.name(), experiment.plan(planner, label, seeds));
          } catch (BadInput e) {
            unplanned.put(
                experiment.name(),
                "%s cannot be run here: %s".formatted(experiment.name(), e.getMessage()));
          }
        }
      }
    }
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Path folder =
        create("%s-%s-%s-claims".formatted(FOLDER_TIME.format(now), label, chosen.label()));
    for (Map.Entry<String, Plan> each : plans.entrySet()) {
      RunFolder run = RunFolder.create(folder.resolve(each.getKey()), each.getValue());
      run.writeJson(Manifest.FILE, Manifest.of(each.getValue(), now.toString(), List.of()));
    }
    // Last: a folder without it is one in which nothing was begun.
    WholeFile.write(
        folder.resolve(ClaimsPlan.FILE),
        Json.MAPPER
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(
                    new ClaimsPlan(
                        ClaimsPlan.SCHEMA,
                        now.toString(),
                        chosen.label(),
                        label,
                        seeds,
                        Objects.requireNonNullElse(Git.own().commit(), ""),
                        setting.cores(),
                        claims.stream().map(Claim::id).toList(),
                        List.copyOf(plans.keySet()),
                        unplanned,
                        claims.stream().collect(Collectors.toMap(Claim::id, Claim::rule))))
            + "\n");
    return folder;
  }

  private List<Integer> cores(int most) {
    List<Integer> asked = Listed.numbers("--cores", cores, most);
    if (asked != null) {
      for (int number : asked) {
        if (number < 1 || number > most) {
          throw new BadInput(
              "--cores was %d; allowed is 1 to %d: that is how many CPUs this run may use"
                  .formatted(number, most));
        }
      }
      return List.copyOf(new TreeSet<>(asked));
    }
    List<Integer> powersOfTwo = new ArrayList<>();
    for (int number = 1; number <= most; number *= 2) {
      powersOfTwo.add(number);
    }
    return powersOfTwo;
  }

  private Path create(String name) {
    if (out != null && out.toString().isBlank()) {
      throw new BadInput("--out is empty; name a folder, or leave the option out for runs/");
    }
    Path folder = (out == null ? Path.of("runs") : out).resolve(name);
    try {
      Files.createDirectories(folder.toAbsolutePath().getParent());
      return Files.createDirectory(folder);
    } catch (IOException e) {
      throw new BadInput(
          "cannot make the folder '%s' (%s); try again, or name a writable one with --out"
              .formatted(folder, e.getClass().getSimpleName()),
          e);
    }
  }
}
