package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A worker whose LIFO slot thieves may take from, so that its task does not wait for the end of a
 * long poll. That costs the owner an atomic exchange for each task where its own slot has a plain
 * store.
 *
 * <p>Either a thief may take the task at any time, as Go's do, which look here last, when nothing
 * is left in any queue ({@code runnext} in {@code runtime/proc.go}). Or only once the task has been
 * here for {@value #MIN_AGE_NANOS} ns, as Kotlin's dispatcher has it, so that a task which is about
 * to be polled stays where its data is in the cache ({@code WorkQueue.tryStealLastScheduled} in
 * kotlinx.coroutines).
 *
 * <p>Owner and thieves exchange the task by atomic operations alone, so each task is taken once. A
 * thief that looks at the time of one task and then takes the next one may take it too young, and
 * that is all.
 */
final class SharedSlotWorker extends WorkStealingWorker {
  /** How long a task that may age stays with its owner: Kotlin's time resolution for stealing. */
  static final long MIN_AGE_NANOS = 100_000;

  private static final VarHandle SLOT;
  private static final VarHandle SINCE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SLOT = lookup.findVarHandle(WorkStealingWorker.class, "slot", Task.class);
      SINCE = lookup.findVarHandle(SharedSlotWorker.class, "sinceNanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Null if a task may be stolen at any age. */
  private final @Nullable LongSupplier clock;

  @SuppressWarnings("UnusedVariable") // through SINCE
  private long sinceNanos;

  private SharedSlotWorker(
      WorkStealingPolicy shared, int index, Composition composition, @Nullable LongSupplier clock) {
    super(shared, index, composition);
    this.clock = clock;
  }

  /**
   * A worker with such a slot.
   *
   * @param clock in nanoseconds, if only a task of some age may be stolen
   */
  static WorkStealingWorker create(
      WorkStealingPolicy shared, int index, Composition composition, @Nullable LongSupplier clock) {
    return new SharedSlotWorker(shared, index, composition, clock);
  }

  @Override
  @Nullable Task<?> putInSlot(Task<?> task) {
    if (!slotOpen) {
      return task;
    }
    if (clock != null) {
      SINCE.setOpaque(this, clock.getAsLong());
    }
    // Releases the task and the time to whoever sees the task.
    return (Task<?>) SLOT.getAndSet(this, task);
  }

  @Override
  @Nullable Task<?> takeFromSlot() {
    Task<?> task = isSlotEmpty() ? null : (Task<?>) SLOT.getAndSet(this, null);
    if (task != null) {
      slotPolled();
    } else {
      slotFoundEmpty();
    }
    return task;
  }

  @Override
  boolean isSlotEmpty() {
    return SLOT.getAcquire(this) == null;
  }

  @Override
  boolean isSlotShared() {
    return true;
  }

  @Override
  @Nullable Task<?> giveFromSlot() {
    Task<?> task = (Task<?>) SLOT.getAcquire(this);
    if (task == null
        || (clock != null && clock.getAsLong() - (long) SINCE.getOpaque(this) < MIN_AGE_NANOS)) {
      return null;
    }
    return SLOT.compareAndSet(this, task, null) ? task : null;
  }
}
