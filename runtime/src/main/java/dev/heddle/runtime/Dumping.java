package dev.heddle.runtime;

import dev.heddle.runtime.observe.RuntimeDump;
import dev.heddle.runtime.observe.TaskDump;
import dev.heddle.runtime.observe.WorkerDump;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Takes one dump. */
final class Dumping {
  private static final int STACK_FRAMES = 8;

  private final String name;
  private final int maxTasks;
  private final List<TaskDump> tasks = new ArrayList<>();
  private long leftOut;

  /** Tasks listed or left out that stand in a queue, or are polled. */
  private long runnable;

  /**
   * @param name of the runtime
   */
  Dumping(String name, int maxTasks) {
    this.name = name;
    this.maxTasks = maxTasks;
  }

  RuntimeDump of(HeddleRuntime runtime) {
    List<Worker> workers = runtime.books().workers();
    for (Worker worker : workers) {
      worker.live().forEach(this::add);
    }
    RuntimeMetrics metrics = runtime.metrics();
    return new RuntimeDump(
        name, tasks, leftOut, queuedOnly(metrics), workers(workers, metrics), metrics);
  }

  private void add(Task<?> task, int enteredAtTick) {
    TaskDump.State state = task.stateNow();
    if (state == TaskDump.State.FINISHED) {
      return;
    }
    if (state != TaskDump.State.WAITING) {
      runnable++;
    }
    if (tasks.size() == maxTasks) {
      leftOut++;
      return;
    }
    tasks.add(
        new TaskDump(
            WaitWalk.nameOf(task instanceof FutureTask<?> wrapper ? wrapper.wrapped() : task),
            state,
            Metrics.ON ? task.pollsNow() : (int) RuntimeCounters.UNKNOWN,
            ticksToNanos(task.busyTicks()),
            ticksToNanos(Ticker.now() - enteredAtTick),
            state == TaskDump.State.WAITING ? WaitWalk.of(task) : List.of()));
  }

  private static long ticksToNanos(int ticks) {
    return Metrics.ON
        ? TimeUnit.MILLISECONDS.toNanos((long) ticks * Ticker.TICK_MILLIS)
        : RuntimeCounters.UNKNOWN;
  }

  private long queuedOnly(RuntimeMetrics metrics) {
    List<Long> depths = new ArrayList<>(metrics.localDepths());
    depths.add(metrics.injectionDepth());
    if (metrics.localDepths().isEmpty() || depths.contains(RuntimeCounters.UNKNOWN)) {
      return RuntimeCounters.UNKNOWN;
    }
    long queued = depths.stream().mapToLong(Long::longValue).sum();
    return Math.max(0, queued - runnable);
  }

  private static List<WorkerDump> workers(List<Worker> workers, RuntimeMetrics metrics) {
    List<WorkerDump> dumps = new ArrayList<>();
    List<Long> depths = metrics.localDepths();
    for (Worker worker : workers) {
      Thread thread = worker.thread();
      if (thread != null && thread.isAlive()) {
        int index = worker.index();
        dumps.add(
            worker(
                worker,
                thread,
                index < depths.size() ? depths.get(index) : RuntimeCounters.UNKNOWN));
      }
    }
    dumps.sort(Comparator.comparingInt(WorkerDump::index));
    return dumps;
  }

  private static WorkerDump worker(Worker worker, Thread thread, long depth) {
    StackTraceElement[] stack = thread.getStackTrace();
    List<StackTraceElement> poll = StallWatch.pollOf(stack);
    WorkerDump.State state = stateOf(worker, poll);
    List<StackTraceElement> shown =
        state == WorkerDump.State.WAITING
            ? List.of()
            : Objects.requireNonNullElse(poll, Arrays.asList(stack));
    return new WorkerDump(
        worker.index(),
        thread.getName(),
        state,
        state == WorkerDump.State.POLLING ? known(worker.watch().seenNanos()) : 0,
        known(worker.counters().pollsNow()),
        depth,
        shown.stream().limit(STACK_FRAMES).map(StackTraceElement::toString).toList());
  }

  private static WorkerDump.State stateOf(Worker worker, @Nullable List<StackTraceElement> poll) {
    if (poll == null) {
      return worker.counters().isWaiting()
          ? WorkerDump.State.WAITING
          : WorkerDump.State.BETWEEN_POLLS;
    }
    return StallWatch.isBlockingInPlace(poll)
        ? WorkerDump.State.BLOCKING
        : WorkerDump.State.POLLING;
  }

  private static long known(long counted) {
    return Metrics.ON ? counted : RuntimeCounters.UNKNOWN;
  }
}
