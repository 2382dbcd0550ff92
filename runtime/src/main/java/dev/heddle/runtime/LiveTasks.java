package dev.heddle.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that have yielded or suspended at least once, by the worker they did so on: what a
 * closing runtime must still cancel. A task enters when its first poll ends and it is not finished,
 * so one that needs no second poll costs nothing here. Finished tasks are swept out once as many
 * were added as had been alive, O(1) amortised per entry.
 *
 * <p>They stand in a list of short arrays. A long array would be one of the collector's large
 * objects, which it keeps until a whole marking of the heap has passed, and with each one that was
 * swept all the tasks it names: a hundred thousand sleeping tasks at a time then survive every
 * young collection for no reason.
 *
 * <p>Written by the worker alone, read by any thread. A sweep copies into new arrays: a reader's
 * snapshot never loses an entry to a move.
 */
final class LiveTasks {
  private static final int CHUNK = 512;

  /** So few entries are not worth a look. */
  private static final int TIDY_FROM = 1_024;

  private static final long TIDY_EVERY_NANOS = 1_000_000_000;
  private static final int SAMPLE = 32;
  private static final VarHandle FIRST;
  private static final VarHandle NEXT;
  private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(Task[].class);

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      FIRST = lookup.findVarHandle(LiveTasks.class, "first", Chunk.class);
      NEXT = lookup.findVarHandle(Chunk.class, "next", Chunk.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The tasks, filled from the front, and beside each how many ticks after the first it came. */
  private static final class Chunk {
    final @Nullable Task<?>[] tasks = new Task<?>[CHUNK];
    final char[] ticksLater = new char[CHUNK];
    final int firstTick;
    @Nullable Chunk next;

    Chunk(int firstTick) {
      this.firstTick = firstTick;
    }

    int tick(int place) {
      return firstTick + ticksLater[place];
    }
  }

  private Chunk first = new Chunk(Ticker.now());
  private Chunk last = first;

  /** How many entries the last chunk has. */
  private int inLast;

  private int count;

  private int chunks = 1;

  /** With how many full chunks they are swept. */
  private int sweptAt = 1;

  private long tidiedAtNanos;

  void add(Task<?> task) {
    int tick = Ticker.now();
    if (isFull(tick) && chunks >= sweptAt) {
      sweep();
    }
    put(task, tick);
  }

  /** Whether an entry of this tick needs another chunk, for want of places or of time. */
  private boolean isFull(int tick) {
    return inLast == CHUNK || (tick - last.firstTick) >>> Character.SIZE != 0;
  }

  private void put(Task<?> task, int tick) {
    if (isFull(tick)) {
      append(tick);
    }
    last.ticksLater[inLast] = (char) (tick - last.firstTick);
    // Release: a reader that sees the entry sees a constructed task, and its tick.
    ENTRY.setRelease(last.tasks, inLast++, task);
    count++;
  }

  private void append(int firstTick) {
    Chunk more = new Chunk(firstTick);
    NEXT.setRelease(last, more);
    last = more;
    inLast = 0;
    chunks++;
  }

  /** O(entries), which is amortised over as many that were added, or have finished. */
  private void sweep() {
    Chunk old = first;
    Chunk kept = new Chunk(old.firstTick);
    last = kept;
    inLast = 0;
    count = 0;
    chunks = 1;
    for (Chunk chunk = old; chunk != null; chunk = chunk.next) {
      for (int i = 0; i < CHUNK; i++) {
        Task<?> task = chunk.tasks[i];
        if (task == null) {
          break;
        }
        if (!task.isFinished()) {
          put(task, chunk.tick(i));
        }
      }
    }
    sweptAt = 2 * chunks;
    // Release: a reader that sees the new chunks sees what is in them.
    FIRST.setRelease(this, kept);
  }

  /**
   * The worker is about to wait. Where a crowd of tasks has come and gone, nobody might come to
   * fill the arrays for a long time, and what is finished would stay in memory: so now and then a
   * sample is looked at, and if half of it is finished they are swept.
   */
  void tidy(long nowNanos) {
    long since = nowNanos - tidiedAtNanos;
    if (count < TIDY_FROM || (since >= 0 && since < TIDY_EVERY_NANOS)) {
      return;
    }
    tidiedAtNanos = nowNanos;
    int finished = 0;
    int before = 0;
    Chunk chunk = first;
    for (int i = 0; i < SAMPLE; i++) {
      int place = (int) ((long) i * count / SAMPLE);
      for (; place - before >= CHUNK; before += CHUNK) {
        chunk = Objects.requireNonNull(chunk.next);
      }
      Task<?> task = chunk.tasks[place - before];
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
    for (Chunk chunk = (Chunk) FIRST.getAcquire(this);
        chunk != null;
        chunk = (Chunk) NEXT.getAcquire(chunk)) {
      for (int i = 0; i < CHUNK; i++) {
        Task<?> task = (Task<?>) ENTRY.getAcquire(chunk.tasks, i);
        if (task == null) {
          break; // what comes after it was added later
        }
        if (!task.isFinished()) {
          visitor.visit(task, chunk.tick(i));
        }
      }
    }
  }
}
