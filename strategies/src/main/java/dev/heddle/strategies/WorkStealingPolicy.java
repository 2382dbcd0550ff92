package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.WorkerCounters;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Work stealing after Tokio's multi-thread scheduler. Each worker has a {@link Ring} and, if
 * wanted, a LIFO slot in front of it; all share an {@link InjectionQueue}.
 *
 * <ul>
 *   <li>A task spawned or woken on a worker goes into that worker's slot, and the task it evicts to
 *       the back of the ring. A task that was polled just now goes to the back of the ring.
 *   <li>A worker takes from its slot, but at most {@value #MAX_SLOT_POLLS} times in a row, so that
 *       two tasks waking each other do not starve the ring; then from its ring; then a batch of
 *       injected tasks. Every so many ticks it takes an injected task first ({@link
 *       InjectionInterval}).
 *   <li>A ring that is full passes its older half on to the injection queue.
 *   <li>A worker with nothing at all searches, if fewer than half of the workers do: it goes once
 *       round the other workers from a random one and takes half of the first ring that is not
 *       empty.
 *   <li>Another worker is woken when this one's runnable tasks, slot and ring, go from one to two:
 *       the first one is for this worker itself.
 * </ul>
 */
final class WorkStealingPolicy implements Policy {
  /** Polls out of the slot in a row. */
  private static final int MAX_SLOT_POLLS = 3;

  /**
   * Rounds of searching before a worker parks. Parking and being unparked costs two orders of
   * magnitude more than a round, so it pays to look twice more.
   */
  private static final int SEARCH_ROUNDS = 3;

  /** Spin-wait hints between two rounds: some tenths of a microsecond. */
  private static final int SPINS_BETWEEN_ROUNDS = 16;

  private final Local[] locals;
  private final InjectionQueue injection;
  private final IdleWorkers idle;
  private final BooleanSupplier anyWork = this::anyWork;

  /** What one worker owns. Only its ring is looked at by others. */
  private static final class Local {
    final Ring ring;
    final boolean lifo;
    final WorkerCounters counters;
    final InjectionInterval interval = new InjectionInterval();
    final BooleanSupplier ownWork = this::ownWork;

    @Nullable Task<?> slot;
    boolean slotOpen;
    int slotPolls;
    int ticksToInjection;
    int random;

    Local(int worker, Ring ring, boolean lifo, WorkerCounters counters) {
      this.ring = ring;
      this.lifo = lifo;
      this.counters = counters;
      slotOpen = lifo;
      ticksToInjection = interval.ticks();
      random = 0x9E3779B9 * (worker + 1);
    }

    boolean ownWork() {
      return slot != null || ring.size() > 0;
    }

    /** Uniform enough in 0..bound-1: xorshift, reduced by multiplication. */
    int nextRandom(int bound) {
      int x = random;
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
      random = x;
      return (int) (((x & 0xFFFF_FFFFL) * bound) >>> Integer.SIZE);
    }
  }

  WorkStealingPolicy(PolicyContext context, int ringCapacity, boolean lifo) {
    int workers = context.workers();
    locals = new Local[workers];
    for (int i = 0; i < workers; i++) {
      locals[i] = new Local(i, new Ring(ringCapacity, workers > 1), lifo, context.counters(i));
    }
    injection = new InjectionQueue(workers);
    idle = new IdleWorkers(context);
  }

  @Override
  public void offer(Task<?> task, int worker) {
    Local local = locals[worker];
    if (!local.slotOpen) {
      requeue(task, worker);
      return;
    }
    Task<?> evicted = local.slot;
    local.slot = task;
    if (evicted != null) {
      push(local, evicted);
    }
    wakeIfTwo(local);
  }

  @Override
  public void requeue(Task<?> task, int worker) {
    Local local = locals[worker];
    push(local, task);
    wakeIfTwo(local);
  }

  /** Both queues are counted: a ring of one that was never announced counts when the slot fills. */
  private void wakeIfTwo(Local local) {
    if (local.ring.size() + (local.slot == null ? 0 : 1) == 2) {
      idle.wakeOne();
    }
  }

  private void push(Local local, Task<?> task) {
    if (local.ring.push(task)) {
      return;
    }
    Chain overflow = local.ring.takeHalf();
    if (overflow == null) {
      overflow = new Chain();
    }
    overflow.add(task);
    local.counters.overflowed(overflow.length);
    if (injection.push(overflow)) {
      idle.wakeOne();
    }
  }

  @Override
  public void inject(Task<?> task) {
    if (injection.push(task)) {
      idle.wakeOne();
    }
  }

  @Override
  public @Nullable Task<?> take(int worker) {
    Local local = locals[worker];
    Task<?> task;
    if (--local.ticksToInjection < 0) {
      local.ticksToInjection = local.interval.ticks();
      task = injection.poll();
      if (task != null) {
        return found(worker, task);
      }
    }
    task = local.slot;
    if (task != null) {
      local.slot = null;
      if (++local.slotPolls >= MAX_SLOT_POLLS) {
        local.slotOpen = false;
      }
      return found(worker, task);
    }
    // The slot was found empty: a new row of polls may begin.
    local.slotPolls = 0;
    local.slotOpen = local.lifo;
    task = local.ring.pop();
    if (task != null) {
      return found(worker, task);
    }
    task = injection.pollBatch(local.ring);
    if (task == null) {
      return null;
    }
    // The pushers told one worker only. One that took more than it can poll now tells another.
    if (idle.isSearching(worker)) {
      idle.found(worker, anyWork);
    } else if (local.ring.size() > 0) {
      idle.wakeOne();
    }
    return task;
  }

  private Task<?> found(int worker, Task<?> task) {
    if (idle.isSearching(worker)) {
      idle.found(worker, anyWork);
    }
    return task;
  }

  @Override
  public @Nullable Task<?> search(int worker) {
    if (locals.length == 1 || !idle.maySearch(worker)) {
      return null;
    }
    Local local = locals[worker];
    for (int round = 0; round < SEARCH_ROUNDS; round++) {
      if (round > 0) {
        for (int i = 0; i < SPINS_BETWEEN_ROUNDS; i++) {
          Thread.onSpinWait();
        }
      }
      Task<?> task = stealOnce(worker, local);
      if (task == null) {
        task = injection.pollBatch(local.ring);
      }
      if (task != null) {
        return found(worker, task);
      }
    }
    return null;
  }

  /** Goes round the other workers once, from a random one. */
  private @Nullable Task<?> stealOnce(int worker, Local local) {
    int workers = locals.length;
    int victim = local.nextRandom(workers);
    for (int i = 0; i < workers; i++) {
      if (victim != worker) {
        int before = local.ring.size();
        Task<?> task = locals[victim].ring.stealHalf(local.ring);
        if (task != null) {
          local.counters.stole(local.ring.size() - before + 1);
          return task;
        }
      }
      victim = victim + 1 == workers ? 0 : victim + 1;
    }
    return null;
  }

  @Override
  public boolean sleep(int worker) {
    return idle.park(worker, locals[worker].ownWork, anyWork);
  }

  @Override
  public void awake(int worker) {
    idle.unparked(worker);
  }

  private boolean anyWork() {
    if (!injection.isEmpty()) {
      return true;
    }
    for (Local local : locals) {
      if (local.ring.size() > 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void tune(int worker, long meanPollNanos) {
    locals[worker].interval.observe(meanPollNanos);
  }
}
