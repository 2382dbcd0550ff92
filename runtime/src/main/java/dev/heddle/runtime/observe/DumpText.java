package dev.heddle.runtime.observe;

import dev.heddle.runtime.BlockingMetrics;
import dev.heddle.runtime.DurationHistogram;
import dev.heddle.runtime.RuntimeCounters;
import dev.heddle.runtime.RuntimeMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A dump as tables of plain text. */
final class DumpText {
  private final StringBuilder out = new StringBuilder();

  DumpText(RuntimeDump dump) {
    RuntimeMetrics metrics = dump.metrics();
    line(
        "Runtime %s: %d workers, %s live tasks"
            .formatted(dump.runtime(), dump.workers().size(), number(metrics.liveTasks())));
    workers(dump);
    metrics(metrics);
    tasks(dump);
  }

  private void workers(RuntimeDump dump) {
    line("");
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("WORKER", "STATE", "SEEN IN POLL", "POLLS", "DEPTH", "THREAD", "AT"));
    for (WorkerDump worker : dump.workers()) {
      rows.add(
          List.of(
              Integer.toString(worker.index()),
              words(worker.state()),
              worker.state() == WorkerDump.State.POLLING ? duration(worker.sinceNanos()) : "-",
              number(worker.polls()),
              number(worker.depth()),
              worker.thread(),
              worker.stack().isEmpty() ? "" : worker.stack().getFirst()));
      for (int i = 1; i < worker.stack().size(); i++) {
        rows.add(List.of("", "", "", "", "", "", worker.stack().get(i)));
      }
    }
    table(rows);
  }

  private void metrics(RuntimeMetrics metrics) {
    RuntimeCounters counters = metrics.counters();
    line("");
    line(
        "Polls %s, requeues %s, budget yields %s, steals %s, parks %s, no-op wake-ups %s, stalls %s"
            .formatted(
                number(counters.polls()),
                number(counters.requeues()),
                number(counters.budgetYields()),
                number(counters.steals()),
                number(counters.parks()),
                number(counters.noopWakeups()),
                number(metrics.stalls())));
    line(
        "Injection queue %s, local queues %s"
            .formatted(
                number(metrics.injectionDepth()),
                metrics.localDepths().isEmpty() ? "-" : number(sum(metrics.localDepths()))));
    BlockingMetrics blocking = metrics.blocking();
    line(
        "Blocking pool: %d threads, %d of them idle, %d jobs queued"
            .formatted(blocking.threads(), blocking.idle(), blocking.queued()));
    line("Poll times: %s".formatted(quantiles(metrics.pollTimes())));
    line("Scheduling latencies: %s".formatted(quantiles(metrics.schedulingLatencies())));
  }

  private void tasks(RuntimeDump dump) {
    line("");
    if (!dump.tasks().isEmpty()) {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("TASK", "STATE", "POLLS", "BUSY", "AGE", "WAITS FOR"));
      for (TaskDump task : dump.tasks()) {
        rows.add(
            List.of(
                task.name(),
                words(task.state()),
                number(task.polls()) + (task.polls() == TaskDump.MOST_POLLS ? "+" : ""),
                duration(task.busyNanos()),
                duration(task.ageNanos()),
                String.join("; ", task.waitsFor())));
      }
      table(rows);
    }
    line(
        "%d tasks listed, %d left out; about %s more are queued for their first poll"
            .formatted(dump.tasks().size(), dump.tasksLeftOut(), number(dump.tasksQueuedOnly())));
  }

  /** The last column is not padded. */
  private void table(List<List<String>> rows) {
    int[] widths = new int[rows.getFirst().size() - 1];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        text.append(row.get(i)).append(" ".repeat(widths[i] + 2 - row.get(i).length()));
      }
      line(text.append(row.getLast()).toString().stripTrailing());
    }
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private static String words(Enum<?> state) {
    return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** A dash for what is not known. */
  private static String number(long value) {
    return value == RuntimeCounters.UNKNOWN ? "-" : Long.toString(value);
  }

  private static long sum(List<Long> depths) {
    return depths.contains(RuntimeCounters.UNKNOWN)
        ? RuntimeCounters.UNKNOWN
        : depths.stream().mapToLong(Long::longValue).sum();
  }

  private static String quantiles(DurationHistogram histogram) {
    Quantiles of = Quantiles.of(histogram);
    return of.count() == 0
        ? "no sample yet"
        : "median %s, 99%% %s, longest %s, of %d sampled"
            .formatted(duration(of.p50()), duration(of.p99()), duration(of.max()), of.count());
  }

  private static String duration(long nanos) {
    if (nanos == RuntimeCounters.UNKNOWN) {
      return "-";
    }
    if (nanos < 10_000) {
      return nanos + " ns";
    }
    if (nanos < 10_000_000) {
      return nanos / 1_000 + " us";
    }
    return nanos < 10_000_000_000L ? nanos / 1_000_000 + " ms" : nanos / 1_000_000_000 + " s";
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
