package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import org.jspecify.annotations.Nullable;

/**
 * A worker's own queue: one owner, who pushes and pops, and any number of thieves. Bounded; what
 * does not fit goes elsewhere. {@link #size} is for any thread, {@link #steal} for thieves, all
 * else for the owner.
 */
public abstract class LocalQueue {

  /** How many tasks can be taken: exact for the owner, a guess for others. */
  public abstract int size();

  /** How many tasks thieves could take: as good a guess as {@link #size}, for any thread. */
  public abstract int stealable();

  /** A number that changes when the owner takes a task, or a thief does; for any thread. */
  public abstract int progress();

  /** How many tasks the owner can push now, whatever thieves do. */
  public abstract int free();

  /** How many tasks ever came in by the owner's hand, modulo 2^32. */
  public abstract int pushed();

  /**
   * The owner adds a task at the back.
   *
   * @return how many tasks can be taken now, of those that only the owner can take counting one at
   *     most; or 0 if there was no room. Exact up to {@link WakeRule#ENOUGH}, up to where it
   *     decides whether a worker is woken: a kind may count no further than one more
   */
  public abstract int push(Task<?> task);

  /**
   * The owner adds tasks linked by {@link Task#link}, in order, and unlinks them. There is room.
   *
   * @return what follows the last of them in the chain
   */
  public abstract @Nullable Task<?> pushLinked(@Nullable Task<?> first, int count);

  /** The owner takes the task at the front, or null. */
  public abstract @Nullable Task<?> pop();

  /**
   * The owner of a full queue takes the older half out of it, in order, as a chain by {@link
   * Task#link}.
   *
   * @return the chain, or null if a thief is at work, which makes room by itself
   */
  public abstract @Nullable Chain takeHalf();

  /**
   * A thief takes a share of this queue: one of the tasks is the result, the others go into the
   * thief's own queue.
   *
   * @param own the thief's queue, of the same kind, on which this is called by its owner
   * @return null if there is nothing, if other thieves are in the way, or if the thief's own queue
   *     has no room for a share
   */
  public abstract @Nullable Task<?> steal(LocalQueue own);
}
