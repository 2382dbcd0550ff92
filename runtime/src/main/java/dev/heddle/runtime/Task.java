package dev.heddle.runtime;

import dev.heddle.runtime.observe.TaskDump;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A spawned computation: users extend it with their fields and their {@link #poll}. One object is
 * everything a running task needs, namely its state, waker, context, join handle and the links of
 * whichever queue holds it; so a wake-up, a yield and a steal allocate nothing.
 *
 * <p>Its life, from queue to poll to queue and to its end, is {@link TaskState}.
 *
 * <p>Thread-safety: the {@link JoinHandle} and {@link Waker} sides may be called from any thread;
 * the {@link Future} and {@link Context} sides belong to the polling thread.
 *
 * @param <T> the type of the value
 */
public abstract class Task<T extends @Nullable Object> extends TaskState
    implements Future<T>, JoinHandle<T>, Waker, Context {

  /**
   * How often the leaf futures of one poll may become ready before the task must let others have
   * their turn: Tokio's number.
   */
  static final int BUDGET = 128;

  // Bits of the flags, which are the poller's alone.

  /** The present poll asked for another one after the others had their turn. */
  private static final int YIELDED = 1;

  /** It did so because its budget is used up. */
  private static final int REFUSED = 1 << 1;

  /** A poll has ended that did not end the task, and so it stands among its worker's live tasks. */
  private static final int KEPT = 1 << 2;

  private static final VarHandle JOINER;

  static {
    try {
      JOINER = MethodHandles.lookup().findVarHandle(Task.class, "joiner", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Bits of {@link #mark}. The rest is the time, to 2 ns. */
  static final int REMOTE_MARK = 1;

  static final long TIME_MARK = ~1L;

  // 44 bytes of fields, the state's among them. With 12 bytes of object header and the first field
  // of a subclass a task is 64 bytes, a cache line's worth, so that workers that poll neighbours in
  // memory do not take each other's lines away. With compact headers, of 8 bytes, it is 56: less
  // memory for each of a million tasks, and some have a line in common with their neighbour. For
  // 200 such neighbours that yield on two workers this made no difference beyond the spread of
  // runs: 18.3 ns a yield, 17.5 with two bytes more and so 64, where runs lay from 17.0 to 19.3.
  // Tasks with more fields, such as those of yield-many and ping-pong, have 72 either way.
  private int tag;
  private @Nullable Task<?> link;
  private @Nullable Object attachment;
  private @Nullable HeddleRuntime runtime;
  private @Nullable Object result;

  @SuppressWarnings("UnusedVariable") // through JOINER
  private @Nullable Object joiner;

  /**
   * What the coming poll shall note: how the task became runnable, and when, in nanoTime, if it is
   * one of the sample. Mostly 0, so that polls pay one look for all of it.
   */
  long mark;

  /** Polls so far; stays at its greatest value. */
  private char polls;

  /** Ticks of the {@link Ticker} during polls of this task; stays at its greatest value. */
  private char busyTicks;

  /** The worker's turn in which this task yielded last; 0 if it never did. */
  short yieldedInTurn;

  /** What is left of the budget of the present poll, less one. */
  private byte budget;

  private byte flags;

  /** Ends the poll with a value: {@code return ready(value)}. */
  protected final Poll ready(T value) {
    result = value;
    return Poll.READY;
  }

  // ---- the scheduler's side ------------------------------------------------------------------

  /** The next task in whichever intrusive list holds this one; the scheduler's own. */
  public final @Nullable Task<?> link() {
    return link;
  }

  /** Sets {@link #link()}. Plain access: the list's own head and tail order it. */
  public final void link(@Nullable Task<?> next) {
    link = next;
  }

  /** One int that the scheduler may use as it likes, such as a home worker; 0 at first. */
  public final int tag() {
    return tag;
  }

  /** Sets {@link #tag()}. Plain access. */
  public final void tag(int value) {
    tag = value;
  }

  /**
   * One reference that the scheduler may use as it likes, such as a pool's own task; null first.
   */
  public final @Nullable Object attachment() {
    return attachment;
  }

  /** Sets {@link #attachment()}. Plain access. */
  public final void attachment(@Nullable Object value) {
    attachment = value;
  }

  /** For the tests: whether there is a result in memory. */
  final boolean holdsResult() {
    return result != null;
  }

  /**
   * Gives the task to a runtime, for good. An atomic operation would also tell two threads that
   * spawn one task at the same moment, but would cost a fourth of what a spawn does.
   *
   * @throws IllegalStateException if it belongs to one already
   */
  final void bind(HeddleRuntime owner) {
    if (runtime != null) {
      throw new IllegalStateException("this task was spawned before; a task runs once");
    }
    runtime = owner;
  }

  /** Whom to wake at the end, first of all. Before the task is scheduled, which publishes it. */
  final void firstJoiner(Waker waker) {
    if (!JOINER.compareAndSet(this, null, waker)) {
      addJoiner(waker); // somebody joined the task before it was spawned
    }
  }

  /**
   * Polls the task once, if it is still to be polled. Called by the one thread that took it out of
   * a queue.
   *
   * @return whether the task is runnable again and still the scheduler's; else it is finished or
   *     waits
   */
  final boolean pollOnce(Worker worker) {
    int state = state();
    if (isOutOfTheOrdinary(state)) {
      if (isFinished(state) && worker.isRuntimeClosing()) {
        return false; // abandoned, though some queue still held it
      }
      // A strategy that hands out a finished task is polled into it: nothing is glossed over here,
      // and whoever counts the work sees it twice.
      if (isAborting(state)) {
        // A runtime that ends aborts what waits: then its reason is the task's too.
        return finish(
            worker, worker.isRuntimeClosing() ? owner().endingOfUnfinished() : Ending.CANCELLED);
      }
      takeWakeUps();
    }
    if (worker.isRuntimeClosing()) {
      return finish(worker, owner().endingOfUnfinished());
    }
    budget = BUDGET - 1;
    if (Metrics.ON && polls != TaskDump.MOST_POLLS) {
      polls++;
    }
    Poll poll;
    try {
      poll = poll(this);
    } catch (Throwable thrown) {
      return finish(worker, new Ending(thrown, false));
    }
    if (poll == Poll.READY) {
      return finish(worker, result);
    }
    if (poll == null) {
      return finish(
          worker, new Ending(new NullPointerException(getClass() + ".poll gave null"), false));
    }
    int asked = flags;
    if ((asked & YIELDED) != 0) {
      if (asked != (YIELDED | KEPT)) {
        keepOrCountRefusal(worker, asked);
      }
      flags = KEPT;
      yieldedInTurn = worker.turn();
      // Still SCHEDULED, so a wake-up or an abort meanwhile only sets its bit: seen when taken
      // next.
      return true;
    }
    return suspend(worker);
  }

  /** What is not the same at every yield. */
  private void keepOrCountRefusal(Worker worker, int asked) {
    if ((asked & REFUSED) != 0) {
      worker.counters().budgetYield();
    }
    if ((asked & KEPT) == 0) {
      keep(worker);
    }
  }

  private boolean suspend(Worker worker) {
    if ((flags & KEPT) == 0) {
      keep(worker);
      VarHandle.fullFence(); // entered in the list before the look at the closing flag below
    }
    if (!tryWait()) {
      return true;
    }
    worker.counters().suspended();
    if (owner().isClosing()) {
      abort();
    }
    return false;
  }

  private void keep(Worker worker) {
    flags |= KEPT;
    worker.counters().kept();
    worker.live().add(this);
  }

  /** Returns false: the task is not runnable again. */
  private boolean finish(Worker worker, @Nullable Object outcome) {
    if ((flags & KEPT) != 0) {
      worker.counters().keptFinished();
    } else if (worker.turn() == 0) {
      worker.counters().finishedAtOnce(); // else counted with the turn
    }
    finish(outcome);
    return false;
  }

  /** Closes the future and publishes the outcome. The caller holds the task. */
  @SuppressWarnings("ReferenceEquality") // an exception cannot suppress itself
  private void finish(@Nullable Object outcome) {
    try {
      close();
    } catch (Throwable thrown) {
      if (outcome instanceof Ending ending && !ending.cancelled()) {
        if (ending.thrown() != thrown) {
          ending.thrown().addSuppressed(thrown);
        }
      } else {
        outcome = new Ending(thrown, false);
      }
    }
    result = outcome;
    if (complete()) {
      result = null; // nobody will read it
    }
    Object waiting = JOINER.getVolatile(this);
    if (waiting != null) {
      JoinerLink.wakeAll(waiting);
    }
  }

  /**
   * Ends a task that is held by nobody who could still poll it, in a runtime that is closing.
   * Without effect if it is finished.
   */
  final void abandon() {
    abandon(owner().endingOfUnfinished());
  }

  /** As above, for a reason of its own. */
  final void abandon(Ending as) {
    if (!isFinished()) {
      if ((flags & KEPT) != 0) {
        owner().books().abandoned();
      }
      finish(as);
    }
  }

  /** Time passed while this task was polled. By whoever polled it just now: ticks may be lost. */
  final void charge(int ticks) {
    busyTicks = (char) Math.min(Character.MAX_VALUE, busyTicks + ticks);
  }

  /**
   * Polls, once and to its end, a task that is ready at its first poll and that no scheduler has.
   * The caller alone holds it.
   */
  final void runToEnd() {
    Object outcome = Ending.CANCELLED;
    try {
      if (!isAborting(state())) {
        poll(this);
        outcome = result;
      }
    } catch (Throwable thrown) {
      outcome = new Ending(thrown, false);
    }
    finish(outcome);
  }

  /** Ends a task that will never be polled. The caller alone holds it. */
  final void failWith(Throwable cause) {
    finish(new Ending(cause, false));
  }

  /**
   * How often it was polled, up to {@link TaskDump#MOST_POLLS}. For whoever looks on: any thread,
   * and maybe a moment old.
   */
  final int pollsNow() {
    return polls;
  }

  /** Ticks during its polls, as {@link #pollsNow}. */
  final int busyTicks() {
    return busyTicks;
  }

  private HeddleRuntime owner() {
    HeddleRuntime mine = runtime;
    if (mine == null) {
      throw new IllegalStateException(
          "this task was not spawned: spawn it, and combine or join the handle's future()");
    }
    return mine;
  }

  // ---- Waker ---------------------------------------------------------------------------------

  @Override
  public final void wake() {
    if (wakeUp()) {
      owner().schedule(this);
    }
  }

  // ---- Context -------------------------------------------------------------------------------

  @Override
  public final Waker waker() {
    return this;
  }

  @Override
  public final HeddleRuntime runtime() {
    return owner();
  }

  @Override
  public final Poll yieldNow() {
    flags |= YIELDED;
    return Poll.PENDING;
  }

  @Override
  public final boolean takeBudget() {
    if (budget >= 0) {
      budget--;
      return true;
    }
    flags |= YIELDED | REFUSED;
    return false;
  }

  // ---- JoinHandle ----------------------------------------------------------------------------

  @Override
  public final Poll pollJoin(Context context) {
    if (!isFinished() && registerJoiner(context.waker())) {
      return Poll.PENDING;
    }
    return context.takeBudget() ? Poll.READY : Poll.PENDING;
  }

  @Override
  public final T join() throws InterruptedException {
    if (!isFinished()) {
      refuseOnWorker();
      if (registerJoiner(ThreadWaker.ofCurrentThread())) {
        ThreadWaker.awaitEnd(this, owner(), Parker.NEVER);
      }
    }
    return value();
  }

  @Override
  public final T join(Duration atMost) throws InterruptedException {
    if (!isFinished()) {
      refuseOnWorker();
      long deadlineNanos = HeddleRuntime.CLOCK.getAsLong() + Sleep.nanosOf(atMost);
      if (registerJoiner(ThreadWaker.ofCurrentThread())
          && !ThreadWaker.awaitEnd(this, owner(), deadlineNanos)) {
        throw new FutureTimeoutException(atMost);
      }
    }
    return value();
  }

  private static void refuseOnWorker() {
    if (Worker.isCurrentThreadWorker()) {
      throw new IllegalStateException(
          "join() would block a worker; inside a task use pollJoin(context) or future()");
    }
  }

  @Override
  public final Future<T> future() {
    return new Joining<>(this);
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // the result is a T, or the only null a T allows
  public final T value() {
    int state = state();
    if (!isFinished(state)) {
      owner(); // a task that is polled by a combinator instead of a runtime has no value
      throw new IllegalStateException("the task is not finished");
    }
    if (isDetached(state)) {
      throw new IllegalStateException("the task was detached: its result is gone");
    }
    Object outcome = result;
    if (outcome instanceof Ending ending) {
      throw ending.toException();
    }
    return (T) outcome;
  }

  @Override
  public final void abort() {
    switch (requestAbort()) {
      case OF_A_WAITING_TASK -> owner().schedule(this);
      case OF_A_HELD_TASK -> abortedWhileHeld();
      case TOO_LATE -> {}
    }
  }

  /** An abort was noted, and acts when whoever holds the task comes to it; or here. */
  void abortedWhileHeld() {}

  @Override
  public final boolean isFinished() {
    return isFinished(state());
  }

  @Override
  public final void detach() {
    if (noteDetached()) {
      result = null;
    }
  }

  // The joiners: nothing, one Waker, or a chain of JoinerLinks. A joiner first stores itself and
  // then looks at the state, the finisher first sets the state and then looks at the joiners, both
  // with full fences between: one of the two always sees the other. (Tokio spends two state bits on
  // the same; with a garbage collector the store-then-look order is enough.)

  /** Returns false if the task is finished; else the waker will be called when it is. */
  private boolean registerJoiner(Waker waker) {
    return JoinerLink.holds(JOINER.getVolatile(this), waker) ? !isFinished() : addJoiner(waker);
  }

  /** As above, for one that is not registered. */
  final boolean addJoiner(Waker waker) {
    Object seen;
    do {
      if (isFinished()) {
        return false;
      }
      seen = JOINER.getVolatile(this);
    } while (!JOINER.compareAndSet(this, seen, seen == null ? waker : new JoinerLink(waker, seen)));
    VarHandle.fullFence();
    return !isFinished();
  }

  /** The waker need not be called any more. O(joiners). */
  final void forgetJoiner(Waker waker) {
    Object seen;
    do {
      seen = JOINER.getVolatile(this);
      if (isFinished() || !JoinerLink.holds(seen, waker)) {
        return;
      }
    } while (!JOINER.compareAndSet(this, seen, JoinerLink.without(seen, waker)));
  }

  /** Whether the end of this task will call that waker. */
  final boolean isJoinedBy(Waker waker) {
    return !isFinished() && JoinerLink.holds(JOINER.getVolatile(this), waker);
  }
}
