package dev.heddle.runtime;

import dev.heddle.runtime.observe.WaitsFor;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that are joined in the order in which they finish, after Tokio's type of that name.
 *
 * <pre>{@code
 * JoinSet<Page> pages = new JoinSet<>(runtime);
 * urls.forEach(url -> pages.spawn(fetch(url)));
 * while (pages.size() > 0) {
 *   index(runtime.blockOn(pages.joinNext()).value());
 * }
 * }</pre>
 *
 * <p>Whoever makes a set owns its tasks: {@link #close} aborts those that are left, so a task that
 * holds a set closes it in its own {@code close()}.
 *
 * <p>Not thread-safe: one task or thread uses it at a time. Its tasks finish on any thread, and in
 * any runtime. Every operation but those on all tasks is O(1): a task that finishes enters itself
 * into a list, and nobody ever looks through those that run.
 */
public final class JoinSet<T extends @Nullable Object> implements AutoCloseable, WaitsFor {
  private final HeddleRuntime runtime;

  /** Spawned and not joined yet, in the order of their spawning. */
  private final Set<Member<T>> members = new LinkedHashSet<>();

  private Finished<T> finished = new Finished<>();

  /** Finished members that were taken out of the list, the earliest first. */
  private @Nullable Member<T> nextJoined;

  private boolean closed;

  /**
   * An empty set.
   *
   * @param runtime where its tasks will run
   */
  public JoinSet(HeddleRuntime runtime) {
    this.runtime = runtime;
  }

  /**
   * Starts a task whose end {@link #joinNext} will tell.
   *
   * @return the power to abort it
   * @throws IllegalStateException as {@link HeddleRuntime#spawn(Task)}, or if the set is closed;
   *     the task is closed then
   */
  public AbortHandle spawn(Task<T> task) {
    if (closed) {
      task.bind(runtime);
      task.abandon(Ending.CANCELLED);
      throw new IllegalStateException("the join set is closed: its tasks would belong to nobody");
    }
    Member<T> member = new Member<>(task, finished);
    runtime.spawn(task, member);
    members.add(member); // only this thread takes it out again, so it may have finished already
    return task;
  }

  /** As {@link #spawn(Task)}, with a task that polls a future. */
  public AbortHandle spawn(Future<T> future) {
    return spawn(new FutureTask<>(future));
  }

  /** How many tasks were spawned and not joined yet, finished or not. */
  public int size() {
    return members.size();
  }

  /**
   * Waits for the next task to finish, in any way: the value is its handle, which {@linkplain
   * JoinHandle#value() gives} the task's value or throws what became of it. The set forgets the
   * task then. One that is closed before it is ready takes nothing out.
   *
   * @return a future whose poll throws {@link IllegalStateException} if the set is empty, because
   *     it would wait for ever: ask for the {@link #size} first
   */
  public Future<JoinHandle<T>> joinNext() {
    return Futures.pollFn((context, result) -> {
      if (members.isEmpty()) {
        throw new IllegalStateException("the join set is empty: there is no next task to join");
      }
      if (!someFinished(context.waker()) || !context.takeBudget()) {
        return Poll.PENDING;
      }
      return result.ready(take());
    });
  }

  /** If false, the waker will be called when a task has finished. */
  private boolean someFinished(Waker waker) {
    return nextJoined != null || finished.any() || finished.register(waker);
  }

  /** {@code next of 3 tasks of a join set}, while {@link #joinNext} waits. */
  @Override
  public @Nullable String waitsFor(Waker waker) {
    return finished.isAwaitedBy(waker)
        ? "next of " + members.size() + " tasks of a join set"
        : null;
  }

  private JoinHandle<T> take() {
    Member<T> member = nextJoined != null ? nextJoined : finished.takeAll();
    if (member == null) {
      throw new IllegalStateException("a join set is used by two at a time");
    }
    nextJoined = member.next;
    member.next = null;
    members.remove(member);
    return member.task;
  }

  /** Asks every task to stop. They stay in the set, to be joined. O(n). */
  public void abortAll() {
    members.forEach(member -> member.task.abort());
  }

  /**
   * Lets every task go on by itself, without anybody to have its result; the set is empty. O(n).
   */
  public void detachAll() {
    members.forEach(member -> member.task.detach());
    members.clear();
    nextJoined = null;
    finished = new Finished<>(); // what finishes from now on enters the old list, and goes with it
  }

  /** Aborts every task that is left, without waiting for its end; idempotent. O(n). */
  @Override
  public void close() {
    closed = true;
    abortAll();
    detachAll();
  }

  /** One task, as its first joiner: woken when it is finished, and once. */
  private static final class Member<T extends @Nullable Object> implements Waker {
    final Task<T> task;
    private final Finished<T> finished;

    /** In the list of the finished: who finished before this one; then, turned round, after it. */
    private @Nullable Member<T> next;

    Member(Task<T> task, Finished<T> finished) {
      this.task = task;
      this.finished = finished;
    }

    @Override
    public void wake() {
      finished.add(this);
    }
  }

  /**
   * A list that any thread adds to without a lock and the set takes whole: Treiber's stack. Whoever
   * waits first leaves its waker and then looks at the list again, and who adds does it the other
   * way round, so that one sees the other.
   */
  private static final class Finished<T extends @Nullable Object> {
    private final AtomicReference<@Nullable Member<T>> latest = new AtomicReference<>();
    private volatile @Nullable Waker waker;

    void add(Member<T> member) {
      Member<T> before;
      do {
        before = latest.get();
        member.next = before;
      } while (!latest.compareAndSet(before, member));
      Waker waiting = waker;
      // With others in the list somebody else has woken the joiner, which will find them all.
      if (before == null && waiting != null) {
        waiting.wake();
      }
    }

    /** Whether that waker waits for one. */
    @SuppressWarnings("ReferenceEquality") // the same waker, not an equal one
    boolean isAwaitedBy(Waker asked) {
      return waker == asked && !any();
    }

    boolean any() {
      return latest.get() != null;
    }

    /** Returns whether there is one already, so that nobody will be woken. */
    boolean register(Waker mine) {
      waker = mine;
      return any();
    }

    /** Empties the list. Returns the earliest, from which the others follow. */
    @Nullable Member<T> takeAll() {
      waker = null; // the next who waits leaves its own; a task that no longer does is not held
      Member<T> earliest = null;
      Member<T> at = latest.getAndSet(null);
      while (at != null) {
        Member<T> before = at.next;
        at.next = earliest;
        earliest = at;
        at = before;
      }
      return earliest;
    }
  }
}
