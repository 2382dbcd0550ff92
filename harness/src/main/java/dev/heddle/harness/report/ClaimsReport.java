package dev.heddle.harness.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.heddle.harness.claims.Answer;
import dev.heddle.harness.claims.Claim;
import dev.heddle.harness.claims.Claims;
import dev.heddle.harness.claims.ClaimsPlan;
import dev.heddle.harness.claims.Evidence;
import dev.heddle.harness.claims.Experiment;
import dev.heddle.harness.claims.Finding;
import dev.heddle.harness.claims.Outcome;
import dev.heddle.harness.claims.Picture;
import dev.heddle.harness.claims.TrialResult;
import dev.heddle.harness.claims.Trials;
import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.harness.run.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The verdicts of a folder of claims, from the records of its runs and nothing else: twice gives
 * the same bytes. Reads at each call, so that it may be asked at any time of a run.
 */
public final class ClaimsReport {
  /** The version of the shape of {@value #JSON}. */
  public static final String SCHEMA = "heddle.claims/1";

  private static final String JSON = "claims.json";
  private static final String MARKDOWN = "claims.md";
  private static final String HTML = "claims.html";

  private final Path folder;
  private final ClaimsPlan plan;

  private ClaimsReport(Path folder, ClaimsPlan plan) {
    this.folder = folder;
    this.plan = plan;
  }

  /**
   * Of the claims in a folder.
   *
   * @throws BadInput if it is none of claims, or was written by a version with another schema
   */
  public static ClaimsReport of(Path folder) throws IOException {
    Path file = folder.resolve(ClaimsPlan.FILE);
    if (!Files.isRegularFile(file)) {
      throw new BadInput(
          "'%s' is not a folder of claims: there is no %s in it; name one that run-bench.sh claims made"
              .formatted(folder, ClaimsPlan.FILE));
    }
    return new ClaimsReport(folder, read(file, ClaimsPlan.SCHEMA, ClaimsPlan.class));
  }

  private static <T> T read(Path file, String schema, Class<T> type) throws IOException {
    try {
      JsonNode tree = Json.MAPPER.readTree(Files.readAllBytes(file));
      String found = tree.path("schema").asText("");
      if (!found.equals(schema)) {
        throw new BadInput(
            "'%s' has the schema '%s'; this version reads %s".formatted(file, found, schema));
      }
      return Json.MAPPER.treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw new BadInput("'%s' cannot be understood".formatted(file), e);
    }
  }

  /** What the folder holds. */
  public ClaimsPlan plan() {
    return plan;
  }

  /** Its claims, in order. */
  public List<Claim> claims() {
    return Claims.of(plan.claims());
  }

  /**
   * Judges one claim by what its runs have left so far. A run whose folder is damaged is told of:
   * the other claims are judged all the same.
   */
  public Outcome outcome(Claim claim) throws IOException {
    Map<String, Evidence> runs = new TreeMap<>();
    Map<String, String> missing = new TreeMap<>(plan.unplanned());
    for (String name : records(claim)) {
      try {
        RunFolder run = RunFolder.open(folder.resolve(name));
        runs.put(
            name,
            Evidence.of(run.readPlan(), run.readForks().records(), new HistogramLogs(run.path())));
      } catch (BadInput damaged) {
        missing.put(name, "its records cannot be read: " + damaged.getMessage());
      }
    }
    return Outcome.of(claim, plan.setting(), runs, missing, trials(claim));
  }

  private @Nullable String ruleThen(Claim claim) {
    Map<String, String> rules = plan.rules();
    String then = rules == null ? null : rules.get(claim.id());
    return claim.rule().equals(then) ? null : then;
  }

  private List<TrialResult> trials(Claim claim) throws IOException {
    Path file = trialsFile(claim);
    return Files.exists(file) ? read(file, Trials.SCHEMA, Trials.class).results() : List.of();
  }

  /** Where a claim keeps what was tried out live. */
  public Path trialsFile(Claim claim) {
    return folder.resolve(claim.id()).resolve(Trials.FILE);
  }

  /** The folders of a claim's records, relative to this one's. */
  private List<String> records(Claim claim) {
    return claim.experiments(plan.setting()).stream()
        .map(Experiment::name)
        .filter(plan.runs()::contains)
        .toList();
  }

  /**
   * One claim with its verdict, as the files have it.
   *
   * @param id what users call it
   * @param statement what is claimed
   * @param figure the articles' figure
   * @param rule by which the verdict was given
   * @param ruleThen by which it was to be given when the claim ran, if that was another
   * @param verdict the word
   * @param reason of it
   * @param findings numbers
   * @param trials what was tried out live
   * @param records folders of the records, relative to the file
   * @param plots files, relative to the file
   */
  record Entry(
      String id,
      String statement,
      String figure,
      String rule,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String ruleThen,
      Answer verdict,
      String reason,
      List<Finding> findings,
      List<TrialResult> trials,
      List<String> records,
      List<String> plots) {}

  /** The whole of {@value #JSON}. */
  record Document(
      String schema,
      String startedAt,
      String profile,
      String hostLabel,
      long seed,
      String commit,
      List<Integer> cores,
      List<Entry> claims) {}

  /**
   * Judges all, and replaces {@value #JSON}, {@value #MARKDOWN}, {@value #HTML} and the plots, each
   * file atomically.
   *
   * @param draw whether to draw plots; a JVM that is being ended cannot
   * @return why some plot is not there, in one line; empty if all are
   */
  public String write(boolean draw) throws IOException {
    return write(
        draw
            ? Plots::whyNone
            : () -> Optional.of("interrupted; run-bench.sh claims --report draws them"));
  }

  String write(Supplier<Optional<String>> whyNoPlots) throws IOException {
    List<Entry> entries = new ArrayList<>();
    Map<String, String> plots = new TreeMap<>();
    String whyNone = whyNoPlots.get().orElse("");
    for (Claim claim : claims()) {
      Outcome outcome = outcome(claim);
      List<String> drawn = new ArrayList<>();
      for (Picture picture : whyNone.isEmpty() ? outcome.pictures() : List.<Picture>of()) {
        if (picture.curves().stream().anyMatch(curve -> curve.points().isEmpty())) {
          continue; // not all of it was measured
        }
        String file = "plots/%s-%d.svg".formatted(claim.id(), drawn.size() + 1);
        String svg = ClaimPlot.svg(picture);
        WholeFile.write(folder.resolve(file), svg);
        plots.put(file, svg);
        drawn.add(file);
      }
      List<String> records = new ArrayList<>(records(claim));
      if (Files.exists(trialsFile(claim))) {
        records.add(claim.id());
      }
      entries.add(
          new Entry(
              claim.id(),
              claim.statement(),
              claim.figure(),
              claim.rule(),
              ruleThen(claim),
              outcome.answer(),
              outcome.reason(),
              outcome.findings(),
              outcome.trials(),
              records,
              drawn));
    }
    Document document =
        new Document(
            SCHEMA,
            plan.startedAt(),
            plan.profile(),
            plan.hostLabel(),
            plan.seed(),
            plan.commit(),
            plan.cores(),
            entries);
    WholeFile.write(
        folder.resolve(JSON),
        (Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n")
            .getBytes(UTF_8));
    WholeFile.write(folder.resolve(MARKDOWN), ClaimTexts.markdown(document));
    WholeFile.write(folder.resolve(HTML), ClaimTexts.html(document, plots));
    return whyNone;
  }
}
