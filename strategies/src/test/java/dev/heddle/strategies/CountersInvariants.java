package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.RuntimeCounters;
import dev.heddle.runtime.RuntimeMetrics;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must hold of a runtime's metrics whatever it runs, checked over a series of snapshots. Used
 * by one thread at a time; a runtime needs one of its own.
 */
final class CountersInvariants {
  /**
   * What a reader may see too large for a moment: a time that ends when the worker looks at the
   * clock, but is noted only after that.
   */
  private static final Set<String> MAY_FALL = Set.of("busyNanos");

  private @Nullable RuntimeMetrics before;

  /** Checks a snapshot taken while the runtime goes on. */
  void check(RuntimeMetrics now) {
    notNegative("live tasks", now.liveTasks());
    notNegative("injection depth", now.injectionDepth());
    now.localDepths().forEach(depth -> notNegative("local depth", depth));
    notNegative("stalls", now.stalls());
    for (RuntimeCounters worker : now.workers()) {
      for (RecordComponent counter : RuntimeCounters.class.getRecordComponents()) {
        notNegative(counter.getName(), value(worker, counter));
      }
      assertThat(worker.requeues()).as("requeues").isLessThanOrEqualTo(worker.polls());
    }
    if (before != null) {
      grown(before.workers(), now.workers());
      notLess("samples", before.pollTimes().count(), now.pollTimes().count());
      notLess("stalls", before.stalls(), now.stalls());
    }
    before = now;
  }

  /** Checks the last snapshot, taken after the runtime was closed. */
  void checkAtRest(RuntimeMetrics now) {
    check(now);
    RuntimeCounters all = now.counters();
    assertThat(now.liveTasks()).as("live tasks").isZero();
    assertThat(all.finished()).as("finished").isEqualTo(all.spawned());
    assertThat(all.localSchedules() + all.remoteSchedules() + all.requeues())
        .as("schedules, each of which has one poll")
        .isEqualTo(all.polls());
    notLess("tasks finished by polls", all.finished(), all.polls());
    notLess("budget yields by requeues", all.budgetYields(), all.requeues());
    notLess("steal operations by steals", all.stealOperations(), all.steals());
    notLess("overflow events by overflows", all.overflowEvents(), all.overflows());
    notLess("LIFO polls by polls", all.lifoPolls(), all.polls());
    notLess("LIFO caps by LIFO polls", all.lifoCaps(), all.lifoPolls());
    notLess("no-op wake-ups by parks", all.noopWakeups(), all.parks());
    assertThat(now.pollTimes().count())
        .as("poll times sampled")
        .isEqualTo(now.schedulingLatencies().count());
  }

  private static void grown(List<RuntimeCounters> before, List<RuntimeCounters> now) {
    assertThat(now.size()).as("workers").isGreaterThanOrEqualTo(before.size());
    for (int i = 0; i < before.size(); i++) {
      for (RecordComponent counter : RuntimeCounters.class.getRecordComponents()) {
        if (!MAY_FALL.contains(counter.getName())) {
          notLess(counter.getName(), value(before.get(i), counter), value(now.get(i), counter));
        }
      }
    }
  }

  private static void notNegative(String what, long value) {
    if (value != RuntimeCounters.UNKNOWN) {
      assertThat(value).as(what).isNotNegative();
    }
  }

  private static void notLess(String what, long lower, long value) {
    assertThat(value).as(what).isGreaterThanOrEqualTo(lower);
  }

  private static long value(RuntimeCounters counters, RecordComponent counter) {
    try {
      return (long) counter.getAccessor().invoke(counters);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
