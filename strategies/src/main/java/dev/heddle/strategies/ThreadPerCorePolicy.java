package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.WorkerPolicy;
import dev.heddle.strategies.parts.InjectionQueue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Home workers with inboxes. A task's home is in its {@link Task#tag}, from its first time in a
 * queue on. An inbox is an {@link InjectionQueue} with one consumer, which tells its first pusher
 * only.
 *
 * <p>No wake-up is lost because both sides fence between their write and their look: that pusher
 * looks whether the worker is parked after its push, and a worker looks into its inbox after it has
 * said that it parks.
 */
final class ThreadPerCorePolicy implements Policy {
  /** Polls of a worker's own tasks between two looks into its inbox. */
  static final int INBOX_INTERVAL_TICKS = 31;

  /** How many tasks move from the inbox behind the worker's own at one look. */
  static final int MOST_AT_ONCE = 128;

  private final PolicyContext context;
  private final boolean spawnLocally;
  private final Home[] homes;

  /** Whose turn it is to get a task from outside. */
  private final AtomicInteger turn = new AtomicInteger();

  ThreadPerCorePolicy(PolicyContext context, boolean spawnLocally) {
    this.context = context;
    this.spawnLocally = spawnLocally;
    homes = new Home[context.workers()];
    for (int i = 0; i < homes.length; i++) {
      homes[i] = new Home(this, i);
    }
  }

  @Override
  public WorkerPolicy worker(int index) {
    return homes[index];
  }

  @Override
  public void inject(Task<?> task) {
    int home = homeOf(task);
    if (home < 0) {
      home = Integer.remainderUnsigned(turn.getAndIncrement(), homes.length);
      settle(task, home);
    }
    homes[home].receive(task);
  }

  /** The index of a task's home, or -1 if it has none yet. */
  private static int homeOf(Task<?> task) {
    return task.tag() - 1;
  }

  private static void settle(Task<?> task, int home) {
    task.tag(home + 1);
  }

  @Override
  public long injectionDepth() {
    long depth = 0;
    for (Home home : homes) {
      depth += home.inbox.depth();
    }
    return depth;
  }

  /** One worker's side, and what others see of it. */
  private static final class Home extends HomePad implements WorkerPolicy {
    private static final VarHandle PARKED;

    static {
      try {
        PARKED = MethodHandles.lookup().findVarHandle(Home.class, "parked", boolean.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private final ThreadPerCorePolicy shared;
    private final int index;
    private final ArrayDeque<Task<?>> local = new ArrayDeque<>();
    final InjectionQueue inbox = new InjectionQueue(1);
    private int ticksToInbox = INBOX_INTERVAL_TICKS;

    /** Whose turn it is to get a task spawned here. */
    private int turn;

    @SuppressWarnings("UnusedVariable") // through PARKED
    private boolean parked;

    // Behind the fields too: neighbours in memory are other workers.
    @SuppressWarnings("UnusedVariable")
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    Home(ThreadPerCorePolicy shared, int index) {
      this.shared = shared;
      this.index = index;
      turn = index;
    }

    /** Any thread. */
    void receive(Task<?> task) {
      if (inbox.push(task)) {
        VarHandle.fullFence(); // in the inbox before the look below
        if ((boolean) PARKED.getOpaque(this) && PARKED.compareAndSet(this, true, false)) {
          shared.context.unpark(index);
        }
      }
    }

    @Override
    public void offer(Task<?> task) {
      int home = homeOf(task);
      if (home < 0) {
        home = shared.spawnLocally ? index : nextTurn();
        settle(task, home);
      }
      if (home == index) {
        local.addLast(task);
      } else {
        shared.homes[home].receive(task);
      }
    }

    /** Each worker has a turn of its own, so that spawning shares nothing. */
    private int nextTurn() {
      turn = turn + 1 == shared.homes.length ? 0 : turn + 1;
      return turn;
    }

    @Override
    public void requeue(Task<?> task) {
      local.addLast(task);
    }

    @Override
    public @Nullable Task<?> take() {
      if (--ticksToInbox < 0 || local.isEmpty()) {
        collect();
      }
      return local.pollFirst();
    }

    private void collect() {
      ticksToInbox = INBOX_INTERVAL_TICKS;
      for (int i = 0; i < MOST_AT_ONCE; i++) {
        Task<?> task = inbox.poll();
        if (task == null) {
          return;
        }
        local.addLast(task);
      }
    }

    @Override
    public boolean sleep() {
      PARKED.setOpaque(this, true);
      VarHandle.fullFence(); // said before the look below
      if (local.isEmpty() && inbox.isEmpty()) {
        return true;
      }
      awake();
      return false;
    }

    @Override
    public void awake() {
      PARKED.setOpaque(this, false);
    }

    @Override
    public long depth() {
      return local.size();
    }
  }

  /** Padding in front: superclass fields are laid out first. */
  private static class HomePad {
    @SuppressWarnings("UnusedVariable")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
  }
}
