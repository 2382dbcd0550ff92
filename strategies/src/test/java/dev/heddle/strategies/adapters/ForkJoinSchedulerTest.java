package dev.heddle.strategies.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForkJoinSchedulerTest {
  private static final int ROUNDS = 100;

  /** The pool's protected look at the queue of the calling thread. */
  private abstract static class Peek extends ForkJoinTask<Void> {
    private static final long serialVersionUID = 1L;

    static @Nullable ForkJoinTask<?> next() {
      return peekNextLocalTask();
    }
  }

  /** Yields for ever, and is aborted at the end. */
  private static final class Yielder extends Task<@Nullable Void> {
    @Override
    public Poll poll(Context context) {
      return context.yieldNow();
    }
  }

  /** Yields so often that it has seen enough, and counts the different objects it saw next. */
  private static final class Watcher extends Task<Integer> {
    private final Set<ForkJoinTask<?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private int looks;

    @Override
    public Poll poll(Context context) {
      ForkJoinTask<?> next = Peek.next();
      if (next != null) {
        looks++;
        seen.add(next);
      }
      return looks < ROUNDS ? context.yieldNow() : ready(seen.size());
    }
  }

  /**
   * The same object twice in a queue's life, and a thread that was held up before its
   * compare-and-set takes it at the wrong time, sets the queue's base back and leaves its owner
   * spinning at an empty slot.
   */
  @ParameterizedTest
  @ValueSource(strings = {"fork-join", "pekko"})
  void aTaskIsNeverQueuedTwiceAsTheSameObject(String strategy) throws Exception {
    try (HeddleRuntime runtime = HeddleRuntime.builder().strategy(strategy).workers(1).build()) {
      JoinHandle<@Nullable Void> other = runtime.spawn(new Yielder());
      JoinHandle<Integer> watcher = runtime.spawn(new Watcher());
      assertThat(watcher.join()).isEqualTo(ROUNDS);
      other.abort();
    }
  }
}
