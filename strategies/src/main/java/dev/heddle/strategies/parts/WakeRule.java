package dev.heddle.strategies.parts;

/**
 * For which tasks another worker is wanted; whether one is then woken is for {@link Idle} to say.
 *
 * @param announced which tasks in a worker's own queue are announced
 * @param passOn whether who takes injected tasks, and takes more than it can poll now or leaves
 *     some, asks for the next worker. If each has been announced it need not, and Tokio's does not;
 *     but it must if the injection queue looks empty for a moment while it is taken from, as an
 *     {@link InjectionQueue} does: a searcher that looks then parks, and those who announced tasks
 *     have relied on it
 */
public record WakeRule(Announced announced, boolean passOn) {

  /** With so many tasks in a queue another worker is worth its wake-up, however short they are. */
  public static final int ENOUGH = 8;

  /** So much work in a queue is worth a wake-up, which costs about that much. */
  public static final long WORTH_NANOS = 20_000;

  /**
   * After this time without a step of their worker, few tasks are taken from it all the same: the
   * time after which Kotlin's dispatcher takes a task that was scheduled last.
   */
  public static final long PATIENCE_NANOS = 100_000;

  /** Which tasks in a worker's own queue, or slot, are announced to the others. */
  public enum Announced {
    /**
     * When a worker's runnable tasks, slot and queue, go from one to two: the first task is for the
     * worker itself, the second one for another.
     */
    SECOND,

    /**
     * As {@link #SECOND}, but few tasks are left to a worker that goes on with them: where tasks
     * take turns at some shared thing, as senders and a receiver do, a second worker is no help and
     * each wake-up costs more than the tasks it was for. One of the parked workers watches over
     * them, and takes some if their worker has not taken one for {@link #PATIENCE_NANOS}.
     */
    ENOUGH,

    /** Every task that thieves could take, and every one injected. */
    EVERY,

    /** And those that only go to the slot, as in Go, for slots that thieves take from. */
    SLOT_TOO
  }

  /** Whether each task that thieves could take is announced. */
  public boolean every() {
    return announced == Announced.EVERY || announced == Announced.SLOT_TOO;
  }

  /**
   * Something was added to the injection queue: whether a worker is wanted.
   *
   * @param first what its push said
   */
  public boolean onInjection(boolean first) {
    return every() || first;
  }

  /** Whether so many tasks of such polls are worth a wake-up. */
  public static boolean isEnough(int tasks, long meanPollNanos) {
    return tasks >= ENOUGH || tasks * meanPollNanos >= WORTH_NANOS;
  }
}
