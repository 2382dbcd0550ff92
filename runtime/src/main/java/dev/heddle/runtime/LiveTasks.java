package dev.heddle.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that have yielded or suspended at least once, by the worker they did so on: what a
 * closing runtime must still cancel. A task enters when its first poll ends and it is not finished,
 * so one that needs no second poll costs nothing here. Finished tasks are swept out when the array
 * is full, O(1) amortised per entry.
 *
 * <p>Written by the worker alone, read by any thread. A sweep copies into a new array: a reader's
 * snapshot never loses an entry to a move.
 */
final class LiveTasks {
  private static final int FIRST_CAPACITY = 16;

  /** So few entries are not worth a look. */
  private static final int TIDY_FROM = 1_024;

  private static final long TIDY_EVERY_NANOS = 1_000_000_000;
  private static final int SAMPLE = 32;
  private static final VarHandle ENTRIES;
  private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(Task[].class);

  static {
    try {
      ENTRIES = MethodHandles.lookup().findVarHandle(LiveTasks.class, "entries", Entries.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The tasks, and beside each the tick of its entry. */
  private static final class Entries {
    final @Nullable Task<?>[] tasks;
    final int[] ticks;

    Entries(int capacity) {
      tasks = new Task<?>[capacity];
      ticks = new int[capacity];
    }
  }

  private Entries entries = new Entries(FIRST_CAPACITY);
  private int count;
  private long tidiedAtNanos;

  void add(Task<?> task) {
    if (count == entries.tasks.length) {
      sweep();
    }
    entries.ticks[count] = Ticker.now();
    // Release: a reader that sees the entry sees a constructed task, and its tick.
    ENTRY.setRelease(entries.tasks, count++, task);
  }

  /** O(entries), which is amortised over as many that were added, or have finished. */
  private void sweep() {
    @Nullable Task<?>[] tasks = entries.tasks;
    int live = 0;
    for (Task<?> task : tasks) {
      if (task != null && !task.isFinished()) {
        live++;
      }
    }
    Entries next = new Entries(Math.max(FIRST_CAPACITY, 2 * live));
    int kept = 0;
    for (int i = 0; i < tasks.length; i++) {
      Task<?> task = tasks[i];
      // A task may finish between the two passes, never the other way round.
      if (task != null && !task.isFinished()) {
        next.ticks[kept] = entries.ticks[i];
        next.tasks[kept++] = task;
      }
    }
    count = kept;
    // Release: a reader that sees the new arrays sees what is in them.
    ENTRIES.setRelease(this, next);
  }

  /**
   * The worker is about to wait. Where a crowd of tasks has come and gone, nobody might come to
   * fill the array for a long time, and what is finished would stay in memory: so now and then a
   * sample is looked at, and if half of it is finished the array is swept.
   */
  void tidy(long nowNanos) {
    long since = nowNanos - tidiedAtNanos;
    if (count < TIDY_FROM || (since >= 0 && since < TIDY_EVERY_NANOS)) {
      return;
    }
    tidiedAtNanos = nowNanos;
    int finished = 0;
    for (int i = 0; i < SAMPLE; i++) {
      Task<?> task = entries.tasks[(int) ((long) i * count / SAMPLE)];
      if (task != null && task.isFinished()) {
        finished++;
      }
    }
    if (2 * finished >= SAMPLE) {
      sweep();
    }
  }

  /** Entries, finished ones included. By the worker. */
  int held() {
    return count;
  }

  /** What to do with a task and the tick at which it came to its worker's attention. */
  interface Visitor {
    void visit(Task<?> task, int enteredAtTick);
  }

  /**
   * Every task that was added before the caller's last full fence and is not finished is passed on.
   * Others may be.
   */
  void forEach(Visitor visitor) {
    Entries snapshot = (Entries) ENTRIES.getAcquire(this);
    for (int i = 0; i < snapshot.tasks.length; i++) {
      Task<?> task = (Task<?>) ENTRY.getAcquire(snapshot.tasks, i);
      if (task != null && !task.isFinished()) {
        visitor.visit(task, snapshot.ticks[i]);
      }
    }
  }
}
