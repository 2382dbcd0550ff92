package dev.heddle.strategies.parts;

/**
 * For which tasks another worker is wanted; whether one is then woken is for {@link Idle} to say.
 *
 * @param every whether for every task that thieves could take, and for every one injected. If not,
 *     the first task is for the worker itself and the second one for another: a worker is wanted
 *     when the runnable tasks of this one, slot and queue, go from one to two; and of pushes to the
 *     injection queue the first asks
 * @param slotToo whether also for a task that only goes to the slot, as in Go, for slots that
 *     thieves take from; in Tokio such a task wakes nobody
 * @param passOn whether who takes injected tasks, and takes more than it can poll now or leaves
 *     some, asks for the next worker. If each has been announced it need not, and Tokio's does not;
 *     but it must if the injection queue looks empty for a moment while it is taken from, as an
 *     {@link InjectionQueue} does: a searcher that looks then parks, and those who announced tasks
 *     have relied on it
 */
public record WakeRule(boolean every, boolean slotToo, boolean passOn) {

  /** When the runnable tasks of a worker go from one to two. */
  public static WakeRule second() {
    return new WakeRule(false, false, true);
  }

  /**
   * Something was added to the injection queue: whether a worker is wanted.
   *
   * @param first what its push said
   */
  public boolean onInjection(boolean first) {
    return every || first;
  }

  /**
   * A worker that is no searcher has taken from the injection queue, perhaps into its own: whether
   * another one is wanted.
   */
  public boolean onTakingInjected(LocalQueue queue, Injection injection) {
    return passOn && (queue.stealable() > 0 || !injection.isEmpty());
  }
}
