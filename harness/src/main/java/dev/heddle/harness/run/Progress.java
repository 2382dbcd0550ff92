package dev.heddle.harness.run;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Status;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
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
  private int done;

  /**
   * @param done how many forks have their record already
   * @param terminal whether the user watches a terminal
   */
  public Progress(Plan plan, int done, boolean terminal, PrintWriter out) {
    this.plan = plan;
    this.done = done;
    this.out = out;
    timeLeft = new TimeLeft(plan);
    bar =
        terminal
            ? new ProgressBarBuilder()
                .setTaskName("forks")
                .setInitialMax(plan.forks().size())
                .startsFrom(done, Duration.ZERO)
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
            .formatted(fork.block() - 1, plan.blocks(), rounded(timeLeft.of(all - done)));
    String what =
        "%s%s%s%s, cores=%d%s%s"
            .formatted(
                cell.workload(),
                cell.hasRuntime() ? " on " + cell.strategy() : "",
                cell.hasTimer() ? " with " + cell.timer() : "",
                fork.twin() ? " (A/A twin)" : "",
                cell.cores(),
                cell.hasRuntime() ? " workers=" + cell.workers() : "",
                cell.size().isPresent() ? " size=" + cell.size().getAsInt() : "");
    if (bar == null) {
      line("fork %d of %d, %s: %s".formatted(done + 1, all, position, what));
    } else {
      bar.setExtraMessage(" " + position + ": " + what);
    }
  }

  @Override
  public void ended(ForkRecord record) {
    done++;
    timeLeft.saw(record.wallSeconds());
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
