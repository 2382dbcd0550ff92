package dev.heddle.strategies.parts;

/**
 * Whether another worker is wanted for a task that became runnable; whether one is then woken is
 * for {@link Idle} to say. Without a state, so for any thread.
 */
public abstract class WakeRule {

  /**
   * A task went to the back of a worker's queue.
   *
   * @param inQueue what {@link LocalQueue#push} said
   * @param slotIsEmpty the worker's
   */
  public abstract boolean onPush(int inQueue, boolean slotIsEmpty);

  /** A task went into a worker's slot, which was empty. */
  public abstract boolean onSlot(LocalQueue queue);

  /**
   * Something was added to the injection queue.
   *
   * @param first what its push said
   */
  public abstract boolean onInjection(boolean first);

  /** A worker that is no searcher has taken from the injection queue, perhaps into its own. */
  public abstract boolean onTakingInjected(LocalQueue queue, Injection injection);

  private static boolean isMore(LocalQueue queue, Injection injection) {
    return queue.stealable() > 0 || !injection.isEmpty();
  }

  /**
   * The first task is for the worker itself, the second one for another: a worker is wanted when
   * the runnable tasks of this one, slot and queue, go from one to two. Of pushes to the injection
   * queue the first asks; who takes more than it can poll now, or leaves some, asks for the next.
   */
  public static final class Second extends WakeRule {
    @Override
    public boolean onPush(int inQueue, boolean slotIsEmpty) {
      return inQueue == (slotIsEmpty ? 2 : 1);
    }

    /** A queue of one that was never announced counts when the slot fills. */
    @Override
    public boolean onSlot(LocalQueue queue) {
      return queue.stealable() == 1;
    }

    @Override
    public boolean onInjection(boolean first) {
      return first;
    }

    @Override
    public boolean onTakingInjected(LocalQueue queue, Injection injection) {
      return isMore(queue, injection);
    }
  }

  /** A worker is wanted for every task that thieves could take, and for every one injected. */
  public static final class Every extends WakeRule {
    private final boolean slotToo;
    private final boolean passOn;

    /**
     * The rule.
     *
     * @param slotToo false as in Tokio, where a task that only goes to the slot wakes nobody; true
     *     as in Go, for slots that thieves take from
     * @param passOn whether who takes injected tasks asks for the next worker, as in {@link
     *     Second}. Each of them has been announced, so Tokio's does not. It must if the injection
     *     queue looks empty for a moment while it is taken from, as an {@link InjectionQueue} does:
     *     a searcher that looks then parks, and those who announced tasks have relied on it
     */
    public Every(boolean slotToo, boolean passOn) {
      this.slotToo = slotToo;
      this.passOn = passOn;
    }

    @Override
    public boolean onPush(int inQueue, boolean slotIsEmpty) {
      return true;
    }

    @Override
    public boolean onSlot(LocalQueue queue) {
      return slotToo;
    }

    @Override
    public boolean onInjection(boolean first) {
      return true;
    }

    @Override
    public boolean onTakingInjected(LocalQueue queue, Injection injection) {
      return passOn && isMore(queue, injection);
    }
  }
}
