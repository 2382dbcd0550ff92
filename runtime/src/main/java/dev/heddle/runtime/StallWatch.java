package dev.heddle.runtime;

import dev.heddle.runtime.observe.Stall;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports polls that run too long, once each and while they run. The ticker's thread drives it; a
 * worker pays nothing, because it looks for ticks anyway; and the stack of the one thread under
 * suspicion.
 *
 * <p>Why none is reported in error. The suspicion is that a worker has not seen the ticks of the
 * threshold, as it does at the end of each poll, and that it does not wait. Then it is in one poll,
 * or looks for its next, as a foreign pool's idle thread does: only the former has {@link
 * Worker#runInTurn} on its stack. The stack is of that very poll if no tick was seen even after it
 * was taken. A tick that comes late, as after a collection or on a loaded host, adds nothing to the
 * time seen: the worker may have stood still as well.
 *
 * <p>A poll that blocks in place is none that stalls: mostly its worker counts as waiting, and
 * where it could not be given to another thread, or is a foreign pool's, its stack shows it.
 *
 * <p>That is one look per poll, so a thread that idles forever is not looked at forever.
 */
final class StallWatch {
  private final String runtime;

  /** Parker.NEVER if stalls are not reported. */
  private final long thresholdNanos;

  private final Consumer<Stall> listener;

  /** Written by the ticker's thread alone. */
  private volatile long stalls;

  /**
   * @param runtime the runtime's name
   * @param threshold zero if stalls shall not be reported
   */
  StallWatch(String runtime, Duration threshold, Consumer<Stall> listener) {
    this.runtime = runtime;
    this.thresholdNanos = threshold.isZero() ? Parker.NEVER : RuntimeBuilder.nanos(threshold);
    this.listener = listener;
  }

  /** How many were reported; {@link RuntimeCounters#UNKNOWN} if none ever is. */
  long stalls() {
    return Metrics.ON && thresholdNanos != Parker.NEVER ? stalls : RuntimeCounters.UNKNOWN;
  }

  /**
   * A tick.
   *
   * @param onTimeNanos time since the last one; 0 if this one came late
   */
  void ticked(List<Worker> workers, long onTimeNanos) {
    for (Worker worker : workers) {
      PollWatch watch = worker.watch();
      long seen = watch.ticked(worker.looks(), worker.counters().isWaiting(), onTimeNanos);
      if (seen >= thresholdNanos && watch.firstLook()) {
        look(worker, seen);
      }
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
  private void look(Worker worker, long seenNanos) {
    Thread thread = worker.thread();
    List<StackTraceElement> stack = thread == null ? null : pollOf(thread.getStackTrace());
    if (thread == null || stack == null) {
      worker.watch().foundIdle();
      return;
    }
    if (isBlockingInPlace(stack) || worker.looks() != worker.watch().looks()) {
      return;
    }
    stalls++;
    Stall stall =
        new Stall(runtime, worker.index(), thread.getName(), Duration.ofNanos(seenNanos), stack);
    TaskStallEvent.emit(stall, thread);
    listener.accept(stall);
  }

  /** What a stack shows of the poll it is in, without our own frames; null if it is in none. */
  static @Nullable List<StackTraceElement> pollOf(StackTraceElement[] stack) {
    int frames = 0;
    while (frames < stack.length && !isPolling(stack[frames])) {
      frames++;
    }
    if (frames == stack.length) {
      return null;
    }
    while (frames > 0 && isOurs(stack[frames - 1])) {
      frames--;
    }
    return Arrays.asList(stack).subList(0, frames);
  }

  /** Whether the code is in {@link HeddleRuntime#blockInPlace}, which is there to block. */
  static boolean isBlockingInPlace(List<StackTraceElement> poll) {
    return poll.stream()
        .anyMatch(frame ->
            frame.getClassName().equals(Worker.class.getName())
                && frame.getMethodName().equals(Worker.BLOCKING_METHOD));
  }

  private static boolean isPolling(StackTraceElement frame) {
    return frame.getClassName().equals(Worker.class.getName())
        && frame.getMethodName().equals(Worker.POLLING_METHOD);
  }

  private static boolean isOurs(StackTraceElement frame) {
    return frame.getClassName().equals(Worker.class.getName())
        || frame.getClassName().equals(Task.class.getName());
  }
}
