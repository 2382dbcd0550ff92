package dev.heddle.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Text in rows and columns.
 *
 * @param header one text per column
 * @param rows as many texts each
 * @param leftAligned indices of columns of words; all others hold numbers and end flush right
 */
record Grid(List<String> header, List<List<String>> rows, List<Integer> leftAligned) {

  /** As a Markdown table, with columns aligned for those who read the source. */
  String markdown() {
    Grid escaped =
        new Grid(
            header,
            rows.stream()
                .map(row -> row.stream().map(text -> text.replace("|", "\\|")).toList())
                .toList(),
            leftAligned);
    List<Integer> widths = escaped.widths();
    List<String> lines = new ArrayList<>();
    lines.add(escaped.line(header, widths, " | ", "| ", " |"));
    lines.add(
        IntStream.range(0, header.size())
            .mapToObj(column -> {
              String dashes = "-".repeat(widths.get(column) + 1);
              return leftAligned.contains(column) ? ":" + dashes : dashes + ":";
            })
            .collect(Collectors.joining("|", "|", "|")));
    escaped.rows.forEach(row -> lines.add(escaped.line(row, widths, " | ", "| ", " |")));
    return String.join("\n", lines) + "\n";
  }

  /**
   * As lines for a terminal.
   *
   * @param paint may put colour around a cell; gets the column and the padded text
   */
  String terminal(BiFunction<Integer, String, String> paint) {
    List<Integer> widths = widths();
    StringBuilder text = new StringBuilder();
    text.append(line(header, widths, "  ", "", "").stripTrailing()).append('\n');
    for (List<String> row : rows) {
      String line =
          IntStream.range(0, row.size())
              .mapToObj(column -> paint.apply(column, padded(row.get(column), column, widths)))
              .collect(Collectors.joining("  "));
      text.append(line.stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private String line(
      List<String> row, List<Integer> widths, String between, String before, String after) {
    return IntStream.range(0, row.size())
        .mapToObj(column -> padded(row.get(column), column, widths))
        .collect(Collectors.joining(between, before, after));
  }

  private String padded(String text, int column, List<Integer> widths) {
    String padding = " ".repeat(widths.get(column) - text.length());
    return leftAligned.contains(column) ? text + padding : padding + text;
  }

  private List<Integer> widths() {
    return IntStream.range(0, header.size())
        .mapToObj(column ->
            rows.stream()
                .mapToInt(row -> row.get(column).length())
                .reduce(header.get(column).length(), Math::max))
        .toList();
  }
}
