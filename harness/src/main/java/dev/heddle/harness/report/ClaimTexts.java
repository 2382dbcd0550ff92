package dev.heddle.harness.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.harness.claims.Answer;
import dev.heddle.harness.claims.Claim;
import dev.heddle.harness.claims.Finding;
import dev.heddle.harness.claims.Outcome;
import dev.heddle.harness.claims.TrialResult;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.text.StringEscapeUtils;
import picocli.CommandLine.Help.Ansi;

/** Claims and their verdicts as text: for a terminal, in Markdown, and as a page. */
public final class ClaimTexts {
  private static final String STYLE =
      "body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
          + "table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #ccc;padding:.3em .6em;text-align:left;vertical-align:top}"
          + "img{max-width:100%}.confirmed{color:#00664a}.refuted{color:#a33c00}.open{color:#555}dt{font-weight:bold}";

  /** Of a folder that another version made. */
  private static final String THEN = "The rule when it ran was another";

  private ClaimTexts() {}

  /** What is said before a claim's first fork. */
  public static String before(Claim claim, boolean colour) {
    return """
    %s
    claimed figure: %s
    rule: %s
    """
        .formatted(
            painted(colour, "bold", claim.id() + ": " + claim.statement()),
            claim.figure(),
            claim.rule());
  }

  /** What is said after its last. */
  public static String after(Claim claim, Outcome outcome, String where, boolean colour) {
    String style =
        switch (outcome.answer()) {
          case CONFIRMED -> "bold,green";
          case REFUTED -> "bold,red";
          case NOT_RESOLVABLE -> "bold,yellow";
        };
    StringBuilder text = new StringBuilder();
    if (!outcome.findings().isEmpty()) {
      text.append(numbers(outcome.findings()).terminal((column, cell) -> cell));
    }
    outcome.trials().forEach(trial -> text.append(line(trial)).append('\n'));
    text.append(
        "%s: %s: %s\nrecords: %s\n"
            .formatted(
                claim.id(),
                painted(colour, style, outcome.answer().text()),
                outcome.reason(),
                where));
    return text.toString();
  }

  /** Only words of our own come here: none holds picocli's own mark-up. */
  private static String painted(boolean colour, String style, String text) {
    return colour ? Ansi.ON.string("@|%s %s|@".formatted(style, text)) : text;
  }

  private static String line(TrialResult trial) {
    return "%s %s: %s".formatted(trial.passed() ? "yes" : "NO ", trial.name(), trial.found());
  }

  private static Grid numbers(List<Finding> findings) {
    return new Grid(
        List.of("what", "claimed", "here [95 %]", "in", "blocks"),
        findings.stream()
            .map(finding ->
                List.of(
                    finding.what(),
                    finding.claimed(),
                    Numbers.shown(finding.measured()),
                    finding.unit(),
                    Integer.toString(finding.blocks())))
            .toList(),
        List.of(0, 1, 3));
  }

  private static Grid verdicts(List<ClaimsReport.Entry> claims) {
    return new Grid(
        List.of("claim", "verdict", "statement", "claimed"),
        claims.stream()
            .map(claim ->
                List.of(claim.id(), claim.verdict().text(), claim.statement(), claim.figure()))
            .toList(),
        List.of(0, 1, 2, 3));
  }

  static String markdown(ClaimsReport.Document document) {
    StringBuilder text = new StringBuilder("# Claims and verdicts\n\n");
    text.append(facts(document)).append("\n\n").append(verdicts(document.claims()).markdown());
    for (ClaimsReport.Entry claim : document.claims()) {
      text.append(
          """

          ## %s: %s

          %s.

          - Claimed figure: %s
          - Rule: %s
          %s- **%s**: %s
          """
              .formatted(
                  claim.id(),
                  claim.verdict().text(),
                  sentence(claim.statement()),
                  claim.figure(),
                  claim.rule(),
                  claim.ruleThen() == null ? "" : "- %s: %s\n".formatted(THEN, claim.ruleThen()),
                  claim.verdict().text(),
                  claim.reason()));
      if (!claim.records().isEmpty()) {
        text.append(
            claim.records().stream()
                .map(run -> "[%s](%s)".formatted(run, run))
                .collect(Collectors.joining(", ", "- Records: ", "\n")));
      }
      claim.trials().forEach(trial -> text.append("- ").append(line(trial)).append('\n'));
      if (!claim.findings().isEmpty()) {
        text.append('\n').append(numbers(claim.findings()).markdown());
      }
      claim.plots().forEach(plot -> text.append("\n![%s](%s)\n".formatted(claim.id(), plot)));
    }
    return text.toString();
  }

  private static String facts(ClaimsReport.Document document) {
    return "Profile %s on %s, at %s cores, started %s, seed %d, %s. Intervals are of 95 %% over blocks."
        .formatted(
            document.profile(),
            document.hostLabel(),
            document.cores().stream().map(String::valueOf).collect(Collectors.joining(", ")),
            document.startedAt(),
            document.seed(),
            document.commit().isEmpty() ? "commit not recorded" : "commit " + document.commit());
  }

  private static String sentence(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** Stands by itself: no script, no other file. */
  static String html(ClaimsReport.Document document, Map<String, String> plots) {
    StringBuilder page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
        .append("<title>Claims and verdicts</title>\n<style>")
        .append(STYLE)
        .append("</style></head><body>\n<h1>Claims and verdicts</h1>\n<p>")
        .append(escaped(facts(document)))
        .append("</p>\n<table><tr><th>claim</th><th>verdict</th><th>statement</th></tr>\n");
    for (ClaimsReport.Entry claim : document.claims()) {
      page.append(
          "<tr><td><a href=\"#%s\">%s</a></td><td class=\"%s\">%s</td><td>%s</td></tr>\n"
              .formatted(
                  claim.id(),
                  claim.id(),
                  style(claim.verdict()),
                  claim.verdict().text(),
                  escaped(claim.statement())));
    }
    page.append("</table>\n");
    document.claims().forEach(claim -> page.append(section(claim, plots)));
    return page.append("</body></html>\n").toString();
  }

  private static String section(ClaimsReport.Entry claim, Map<String, String> plots) {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        <h2 id="%s">%s: <span class="%s">%s</span></h2>
        <p>%s.</p>
        <dl><dt>Claimed figure</dt><dd>%s</dd><dt>Rule</dt><dd>%s</dd>%s<dt>Verdict</dt><dd><b class="%s">%s</b>: %s</dd>
        """
            .formatted(
                claim.id(),
                claim.id(),
                style(claim.verdict()),
                claim.verdict().text(),
                escaped(sentence(claim.statement())),
                escaped(claim.figure()),
                escaped(claim.rule()),
                claim.ruleThen() == null
                    ? ""
                    : "<dt>%s</dt><dd>%s</dd>".formatted(THEN, escaped(claim.ruleThen())),
                style(claim.verdict()),
                claim.verdict().text(),
                escaped(claim.reason())));
    if (!claim.records().isEmpty()) {
      text.append("<dt>Records</dt><dd>")
          .append(
              claim.records().stream()
                  .map(run -> "<a href=\"%s/\">%s</a>".formatted(run, run))
                  .collect(Collectors.joining(", ")))
          .append("</dd>");
    }
    text.append("</dl>\n");
    if (!claim.trials().isEmpty()) {
      text.append("<ul>\n");
      claim
          .trials()
          .forEach(trial -> text.append("<li>").append(escaped(line(trial))).append("</li>\n"));
      text.append("</ul>\n");
    }
    if (!claim.findings().isEmpty()) {
      text.append(table(numbers(claim.findings())));
    }
    for (String plot : claim.plots()) {
      // As an image of its own, so that the names within one plot do not meet those of another.
      String svg = plots.getOrDefault(plot, "");
      text.append(
          "<p><img alt=\"plot of %s\" src=\"data:image/svg+xml;base64,%s\"></p>\n"
              .formatted(claim.id(), Base64.getEncoder().encodeToString(svg.getBytes(UTF_8))));
    }
    return text.toString();
  }

  private static String table(Grid grid) {
    StringBuilder text = new StringBuilder("<table>");
    text.append(row("th", grid.header()));
    grid.rows().forEach(cells -> text.append(row("td", cells)));
    return text.append("</table>\n").toString();
  }

  private static String row(String tag, List<String> cells) {
    return cells.stream()
        .map(cell -> "<%s>%s</%s>".formatted(tag, escaped(cell), tag))
        .collect(Collectors.joining("", "<tr>", "</tr>\n"));
  }

  private static String escaped(String text) {
    return StringEscapeUtils.escapeHtml4(text);
  }

  private static String style(Answer answer) {
    return switch (answer) {
      case CONFIRMED -> "confirmed";
      case REFUTED -> "refuted";
      case NOT_RESOLVABLE -> "open";
    };
  }
}
