package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An injection queue as Tokio has it: one list under one lock, linked through the tasks, and a
 * length beside it that says without the lock whether there is anything. Unbounded, FIFO for all
 * producers together, and without an allocation: the lock is a monitor, in which a thread that
 * waits has its place outside the heap.
 */
public final class LockedInjection extends Injection {
  private final int workers;
  private @Nullable Task<?> first;
  private @Nullable Task<?> last;

  /** Written under the lock. */
  private volatile int length;

  /** An empty queue for so many workers. */
  public LockedInjection(int workers) {
    this.workers = workers;
  }

  @Override
  public boolean push(Task<?> task) {
    task.link(null);
    return append(task, task, 1);
  }

  @Override
  public boolean push(Chain chain) {
    return append(
        Objects.requireNonNull(chain.first), Objects.requireNonNull(chain.last), chain.length);
  }

  /** Returns whether there was nothing: else whoever left something there has told a worker. */
  private synchronized boolean append(Task<?> from, Task<?> to, int count) {
    int before = length;
    if (last == null) {
      first = from;
    } else {
      last.link(from);
    }
    last = to;
    length = before + count;
    return before == 0;
  }

  @Override
  public boolean isEmpty() {
    return length == 0;
  }

  @Override
  public long depth() {
    return length;
  }

  @Override
  public @Nullable Task<?> poll() {
    return isEmpty() ? null : removeFirst();
  }

  @Override
  public @Nullable Task<?> pollBatch(LocalQueue queue, int room) {
    return isEmpty() ? null : removeBatch(queue, room);
  }

  /** One task, as in Tokio. */
  @Override
  public @Nullable Task<?> pollInTurn(LocalQueue queue, int room) {
    return poll();
  }

  private synchronized @Nullable Task<?> removeFirst() {
    Task<?> task = first;
    if (task != null) {
      first = task.link();
      task.link(null);
      removed(1);
    }
    return task;
  }

  private synchronized @Nullable Task<?> removeBatch(LocalQueue queue, int room) {
    int waiting = length;
    Task<?> task = removeFirst();
    int more = Math.min(Math.min(waiting / workers, waiting - 1), Math.min(room, MAX_BATCH - 1));
    if (more > 0) {
      first = queue.pushLinked(first, more);
      removed(more);
    }
    return task;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
  private void removed(int count) {
    length -= count;
    if (first == null) {
      last = null;
    }
  }
}
