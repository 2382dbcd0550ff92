package dev.heddle.harness.run;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Status;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Tells the user what runs, how many blocks are done and how long it still takes: a bar on a
 * terminal, else a line per fork.
 */
public final class Progress implements RunListener, AutoCloseable {
  private static final int BAR_UPDATE_MILLIS = 500;

  /** Characters. */
  private static final int BAR_WIDTH = 110;

  private final Plan plan;
  private final PrintWriter out;
  private final TimeLeft timeLeft;
  private final @Nullable ProgressBar bar;
  private final Set<String> recorded = new HashSet<>();

  /**
   * @param before the records that there are already
   * @param terminal whether the user watches a terminal
   */
  public Progress(Plan plan, List<ForkRecord> before, boolean terminal, PrintWriter out) {
    this.plan = plan;
    this.out = out;
    timeLeft = new TimeLeft(plan);
    before.forEach(this::count);
    bar =
        terminal
            ? new ProgressBarBuilder()
                .setTaskName("forks")
                .setInitialMax(plan.forks().size())
                .startsFrom(recorded.size(), Duration.ZERO)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(BAR_UPDATE_MILLIS)
                .hideEta()
                // Left to find a terminal itself, the library takes the signals from this process,
                // and an interrupt would end it without its tables.
                .setConsumer(new ConsoleProgressBarConsumer(System.err, BAR_WIDTH))
                .build()
            : null;
  }

  @Override
  public void started(PlannedFork fork) {
    int all = plan.forks().size();
    Cell cell = plan.cellOf(fork).cell();
    String position =
        "blocks done %d of %d, %s left"
            .formatted(fork.block() - 1, plan.blocks(), rounded(timeLeft.of(left())));
    String what =
        "%s%s%s%s%s, cores=%d%s%s"
            .formatted(
                cell.workload(),
                cell.hasRuntime() ? " on " + cell.strategy() : "",
                cell.hasTimer() ? " with " + cell.timer() : "",
                cell.hasDriver() ? " with " + cell.driver() : "",
                fork.twin() ? " (A/A twin)" : "",
                cell.cores(),
                cell.hasRuntime() ? " workers=" + cell.workers() : "",
                Cell.scale(cell.params()).entrySet().stream()
                    .map(param -> " " + param.getKey() + "=" + param.getValue())
                    .collect(Collectors.joining()));
    if (bar == null) {
      line("fork %d of %d, %s: %s".formatted(recorded.size() + 1, all, position, what));
    } else {
      bar.setExtraMessage(" " + position + ": " + what);
    }
  }

  @Override
  public void ended(ForkRecord record) {
    count(record);
    if (bar != null) {
      bar.step();
    }
    if (record.status() != Status.OK) {
      line(
          "%s %s: %s"
              .formatted(
                  record.id(), record.status().name().toLowerCase(Locale.ROOT), record.note()));
    }
  }

  private void count(ForkRecord record) {
    recorded.add(record.id());
    timeLeft.saw(record.cell(), record.wallSeconds());
  }

  private List<PlannedFork> left() {
    return plan.forks().stream().filter(fork -> !recorded.contains(fork.id())).toList();
  }

  private void line(String text) {
    out.println(text);
    out.flush();
  }

  private static String rounded(Duration duration) {
    return duration.compareTo(Duration.ofMinutes(2)) < 0
        ? "about " + duration.toSeconds() + " s"
        : "about " + duration.plusSeconds(30).toMinutes() + " min";
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
