package dev.heddle.runtime.observe;

import dev.heddle.runtime.Waker;
import org.jspecify.annotations.Nullable;

/**
 * A leaf future that can say what it waits for. A dump finds it by walking the fields of the task
 * that polls it, so that being found costs the future nothing while it runs.
 *
 * @see dev.heddle.runtime.HeddleRuntime#dump()
 */
public interface WaitsFor {

  /**
   * What will call this waker, in a few words such as {@code sleep, due in 3 ms}; null if this
   * future does not hold it now.
   *
   * <p>Called by any thread at any time, while the future goes on: it must neither block nor write,
   * and what it reads may be a moment old.
   */
  @Nullable String waitsFor(Waker waker);
}
