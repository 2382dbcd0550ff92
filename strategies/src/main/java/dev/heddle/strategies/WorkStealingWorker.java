package dev.heddle.strategies;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.WorkerCounters;
import dev.heddle.runtime.spi.WorkerPolicy;
import dev.heddle.strategies.parts.Chain;
import dev.heddle.strategies.parts.Injection;
import dev.heddle.strategies.parts.InjectionInterval;
import dev.heddle.strategies.parts.LocalQueue;
import dev.heddle.strategies.parts.StealOrder;
import dev.heddle.strategies.parts.TunedInterval;
import dev.heddle.strategies.parts.WakeRule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One worker of {@link WorkStealingPolicy}.
 *
 * <ul>
 *   <li>A task spawned or woken on this worker goes into the LIFO slot, and the task it evicts to
 *       the back of the {@link LocalQueue}. A task that was polled just now goes there too.
 *   <li>The worker takes from its slot, but only so many times in a row, so that two tasks waking
 *       each other do not starve the queue; then from its queue; then a batch of injected tasks.
 *       Every so many ticks it takes injected tasks before those of its queue ({@link
 *       InjectionInterval}).
 *   <li>A queue that is full passes its older half on to the injection queue.
 *   <li>With nothing at all it searches, if it may: it goes once round the other workers in its
 *       {@link StealOrder}, and takes a share of the first queue that is not empty.
 *   <li>The last round of a search goes to the others' slots too, if thieves may take from them.
 *   <li>Whether another worker is wanted for a task is for the {@link WakeRule} to say. By the one
 *       that leaves few tasks to a worker that goes on with them, one of the parked workers
 *       watches: it naps, and takes such a task only if no progress was made meanwhile.
 * </ul>
 */
class WorkStealingWorker extends WorkStealingFields implements WorkerPolicy {
  /**
   * Rounds of searching before a worker parks. Parking and being unparked costs two orders of
   * magnitude more than a round, so it pays to look twice more.
   */
  static final int SEARCH_ROUNDS = 3;

  /** Spin-wait hints between two rounds: some tenths of a microsecond. */
  private static final int SPINS_BETWEEN_ROUNDS = 16;

  /**
   * The slot too: a timer or a driver may have filled it since the last look. Made once, because
   * parking allocates nothing.
   */
  private final BooleanSupplier ownWork = this::hasOwnWork;

  private static final VarHandle MEAN_POLL_NANOS;

  static {
    try {
      MEAN_POLL_NANOS =
          MethodHandles.lookup()
              .findVarHandle(WorkStealingFields.class, "meanPollNanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  // Behind the fields too: neighbours in memory are other workers.
  @SuppressWarnings("UnusedVariable")
  private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

  WorkStealingWorker(WorkStealingPolicy shared, int index, Composition composition) {
    super(shared, index, composition);
  }

  @Override
  public void offer(Task<?> task) {
    Task<?> displaced = putInSlot(task);
    if (displaced != null) {
      push(displaced);
    } else if (wakeForEvery ? wakeForSlot : queue.stealable() == 1) {
      // Or: a queue of one that was never announced counts when the slot fills.
      announceFew();
    }
  }

  @Override
  public void requeue(Task<?> task) {
    push(task);
  }

  // The slot is part of the worker, not an object of its own: behind the fence of a collector's
  // write barrier one load more would be some per cent of a spawn.

  /**
   * Puts a task into the slot.
   *
   * @return the task that goes to the queue instead: the one that was in the slot, or this one if
   *     the slot takes none now; null if there is none
   */
  @Nullable Task<?> putInSlot(Task<?> task) {
    if (!slotOpen) {
      return task;
    }
    Task<?> evicted = slot;
    slot = task;
    return evicted;
  }

  /** Takes the task out of the slot, or null. */
  @Nullable Task<?> takeFromSlot() {
    Task<?> task = slot;
    if (task != null) {
      slot = null;
      slotPolled();
    } else {
      slotFoundEmpty();
    }
    return task;
  }

  /** A new row of polls out of the slot may begin. */
  final void slotFoundEmpty() {
    if (slotPolls != slotPollsBefore) {
      slotPollsBefore = slotPolls;
      slotOpen = true;
    }
  }

  /** A task was taken out of the slot, which is closed once there were too many in a row. */
  final void slotPolled() {
    counters.lifoPolls(++slotPolls);
    if (slotPolls - slotPollsBefore >= slotCap) {
      slotOpen = false;
      counters.lifoCapped();
    }
  }

  boolean isSlotEmpty() {
    return slot == null;
  }

  /** Whether thieves may take from the slot: then {@link #isSlotEmpty} is for any thread. */
  boolean isSlotShared() {
    return false;
  }

  /** Called by a thief: the task in the slot, or null if there is none or it must stay. */
  @Nullable Task<?> giveFromSlot() {
    return null;
  }

  private void push(Task<?> task) {
    int inQueue = queue.push(task);
    if (inQueue == 0) {
      overflow(task);
    } else if (wakeForEvery || inQueue == (isSlotEmpty() ? 2 : 1)) {
      announceFew();
    } else if (leavesFew && inQueue == WakeRule.ENOUGH) {
      shared.idle.wakeOne();
    }
  }

  private void announceFew() {
    if (leavesFew) {
      shared.idle.wakeForFew();
    } else {
      shared.idle.wakeOne();
    }
  }

  /** Whether so many tasks in this worker's queue are left to it while it goes on; any thread. */
  final boolean isFew(int tasks) {
    return leavesFew && !WakeRule.isEnough(tasks, (long) MEAN_POLL_NANOS.getOpaque(this));
  }

  private void overflow(Task<?> task) {
    Chain overflow = queue.takeHalf();
    if (overflow == null) {
      overflow = new Chain(); // a thief is making room
    }
    overflow.add(task);
    counters.overflowed(overflow.length);
    if (wakeRule.onInjection(injection.push(overflow))) {
      shared.idle.wakeOne();
    }
  }

  @Override
  public @Nullable Task<?> take() {
    Task<?> task;
    // Not over a slot that nobody else can take from: its task would wait for the end of the
    // injected one's poll, which may be long. A slot that closes gives way some polls later.
    if (--ticksToInjection < 0 && (isSlotEmpty() || isSlotShared())) {
      ticksToInjection = interval.ticks();
      task = takeInTurn();
      if (task != null) {
        return task;
      }
    }
    task = takeFromSlot();
    if (task == null) {
      task = queue.pop();
    }
    return task != null ? found(task) : takeInjected();
  }

  private @Nullable Task<?> takeInjected() {
    Task<?> task = injection.pollBatch(queue, queue.free());
    return task == null ? null : foundInjected(task);
  }

  /**
   * Injected tasks before the worker's own. If they come one at a time, two workers share out what
   * was spawned together task by task, and tasks that lie side by side in memory are polled on
   * different cores. The queue is filled to its half at most, lest it overflow at once; and nothing
   * more is put behind a slot that is never closed.
   */
  private @Nullable Task<?> takeInTurn() {
    if (injection.isEmpty()) {
      return null;
    }
    boolean slotGivesWay = isSlotEmpty() || slotCap != Long.MAX_VALUE;
    int room = slotGivesWay ? Math.max(0, (queue.free() - queue.size()) / 2) : 0;
    Task<?> task = injection.pollInTurn(queue, room);
    return task == null ? null : foundInjected(task);
  }

  private Task<?> foundInjected(Task<?> task) {
    // A searcher looks anyway.
    if (!searching && wakeRule.passOn()) {
      int tasks = queue.stealable();
      if (!injection.isEmpty() || (tasks > 0 && !isFew(tasks))) {
        shared.idle.wakeOne();
      } else if (tasks > 0) {
        announceFew();
      }
    }
    return found(task);
  }

  private Task<?> found(Task<?> task) {
    if (searching || watching) {
      handOver();
    }
    return task;
  }

  /** Others have relied on this worker to look. It has work now, so somebody else must. */
  private void handOver() {
    if (watching) {
      watching = false;
      shared.idle.stopWatching();
    }
    if (searching) {
      searching = false;
      shared.idle.found(shared.workForAnother);
    } else if (shared.workForAnother.getAsBoolean()) {
      shared.idle.wakeOne();
    }
  }

  @Override
  public @Nullable Task<?> search() {
    if (shared.workers() == 1 || !(searching || shared.idle.startSearching())) {
      return null;
    }
    searching = true;
    boolean patienceIsOver =
        watching && nanoTime.getAsLong() - shared.progressSeenNanos >= WakeRule.PATIENCE_NANOS;
    for (int round = 0; round < SEARCH_ROUNDS; round++) {
      if (round > 0) {
        for (int i = 0; i < SPINS_BETWEEN_ROUNDS; i++) {
          Thread.onSpinWait();
        }
      }
      Task<?> task = steal(patienceIsOver);
      if (task == null) {
        task = injection.pollBatch(queue, queue.free());
      }
      if (task == null && round == SEARCH_ROUNDS - 1 && isSlotShared()) {
        task = stealFromSlot();
      }
      if (task != null) {
        return found(task);
      }
    }
    return null;
  }

  /** Goes round the other workers once. */
  private @Nullable Task<?> steal(boolean patienceIsOver) {
    for (int victim = order.first(); victim != StealOrder.NONE; victim = order.next()) {
      LocalQueue from = shared.queue(victim);
      if (leavesFew
          && shared.workerAt(victim).isFew(from.stealable())
          && !(patienceIsOver && from.progress() == shared.progressSeen[victim])) {
        continue;
      }
      int before = queue.pushed();
      Task<?> task = from.steal(queue);
      if (task != null) {
        counters.stole(queue.pushed() - before + 1);
        return task;
      }
    }
    return null;
  }

  /** As above, to the others' slots. */
  private @Nullable Task<?> stealFromSlot() {
    for (int victim = order.first(); victim != StealOrder.NONE; victim = order.next()) {
      Task<?> task = shared.workerAt(victim).giveFromSlot();
      if (task != null) {
        counters.stole(1);
        return task;
      }
    }
    return null;
  }

  @Override
  public boolean sleep() {
    boolean wasSearching = searching;
    searching = false;
    if (shared.idle.park(index, wasSearching, ownWork, shared.workToStayFor)) {
      if (leavesFew) {
        watchIfNeeded();
      }
      return true;
    }
    searching = shared.idle.stayed(index);
    return false;
  }

  /** Called when this worker counts as parked: whoever queues few tasks now looks for a watcher. */
  private void watchIfNeeded() {
    for (; ; ) {
      if (shared.isAnyQueueFilled()) {
        watching = watching || shared.idle.startWatching(index);
        if (watching) {
          shared.seeProgress(nanoTime.getAsLong());
        }
        return; // or another one watches, and hands over before it does anything else
      }
      if (!watching) {
        return;
      }
      watching = false;
      shared.idle.stopWatching(); // and look once more
    }
  }

  @Override
  public long napNanos() {
    return watching ? WakeRule.PATIENCE_NANOS : Parker.NEVER;
  }

  private boolean hasOwnWork() {
    return !isSlotEmpty() || queue.size() > 0;
  }

  @Override
  public void awake() {
    searching = shared.idle.unparked(index);
  }

  @Override
  public long depth() {
    return queue.size() + (isSlotEmpty() ? 0L : 1L);
  }

  @Override
  public void tune(long meanPollNanos) {
    interval.observe(meanPollNanos);
    MEAN_POLL_NANOS.setOpaque(this, meanPollNanos);
  }
}

/** Padding in front: superclass fields are laid out first. */
class WorkStealingPad {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/**
 * The fields, between two paddings. Only the queue is looked at by other workers; a shared slot
 * too.
 */
class WorkStealingFields extends WorkStealingPad {
  final WorkStealingPolicy shared;
  final int index;
  final LocalQueue queue;
  final Injection injection;
  final WakeRule wakeRule;

  /** The rule's, here because a load more is felt where the slot is: see there. */
  final boolean wakeForEvery;

  /** Whether few tasks are left to their worker: {@link WakeRule.Announced#ENOUGH}. */
  final boolean leavesFew;

  final boolean wakeForSlot;

  /** The LIFO slot: the task that became runnable last on this worker. */
  @Nullable Task<?> slot;

  /** Polls out of the slot in a row, at most. */
  final long slotCap;

  /** Whether tasks may enter the slot. */
  boolean slotOpen;

  /** Tasks taken out of the slot so far, and before the present row of them. */
  long slotPolls;

  long slotPollsBefore;

  final WorkerCounters counters;
  final StealOrder order;
  final InjectionInterval interval;

  final LongSupplier nanoTime;

  /** Whether this worker is counted as a searcher. */
  boolean searching;

  /** Whether this worker is the one who watches over few tasks; also between two naps. */
  boolean watching;

  /** How long its polls took in the last turn that was measured; until then as Tokio assumes. */
  long meanPollNanos = TunedInterval.TARGET_NANOS / TunedInterval.FIRST_TICKS;

  int ticksToInjection;

  WorkStealingFields(WorkStealingPolicy shared, int index, Composition composition) {
    this.shared = shared;
    this.index = index;
    queue = composition.newQueue();
    injection = shared.injection.side(index);
    wakeRule = shared.wakeRule;
    WakeRule.Announced announced = wakeRule.announced();
    wakeForEvery = wakeRule.every();
    wakeForSlot = announced == WakeRule.Announced.SLOT_TOO;
    leavesFew = announced == WakeRule.Announced.ENOUGH;
    nanoTime = composition.context()::nanoTime;
    slotCap = composition.slotCap();
    slotOpen = slotCap > 0;
    counters = composition.context().counters(index);
    order = composition.newStealOrder(index);
    interval = composition.newInterval();
    ticksToInjection = interval.ticks();
  }
}
