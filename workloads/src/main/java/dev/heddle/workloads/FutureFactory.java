package dev.heddle.workloads;

import dev.heddle.runtime.Future;
import dev.heddle.runtime.spi.Provider;
import org.jspecify.annotations.Nullable;

/**
 * A workload that is nothing but its futures: the shortest way to measure work of one's own on
 * every strategy, without JMH. Named as a service of this type it is found like a strategy, in any
 * jar on the class path.
 *
 * <p>{@value FutureRun#FUTURES} futures at a time are spawned from a thread outside and then
 * joined; the score is time over their number. Who wants another shape, or sizes, writes a JMH
 * benchmark with {@link Workload}.
 *
 * <p>Called by one thread at a time; the futures run on any.
 */
public interface FutureFactory extends Provider {

  /**
   * A new future, which nobody has polled.
   *
   * @param number from 0 to {@value FutureRun#FUTURES} - 1
   */
  Future<? extends @Nullable Object> create(int number);

  /**
   * Holds what a future came to against what it must come to.
   *
   * @param number with which it was created
   * @throws IllegalStateException in one line, if it is something else
   */
  default void verify(int number, @Nullable Object value) {}
}
