package dev.heddle.runtime;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Several futures as one that is ready as soon as one of them is.
 *
 * <p>The first poll begins at random, because a loop that selects among fresh futures would
 * otherwise give the first one all of its turns; that much is Tokio's rule. Every further poll
 * begins one future further on: then each is the first to be offered the budget in one poll out of
 * as many as there are futures, which chance alone would promise only on average.
 */
final class Select<T extends @Nullable Object> implements Future<Selected<T>> {
  private final List<Child<T>> children;
  private int start;

  /** Below 0 until one is ready. */
  private int winner = -1;

  Select(List<? extends Future<? extends T>> futures) {
    this(futures, ThreadLocalRandom.current().nextInt(atLeastOne(futures)));
  }

  /** As above, with the first poll beginning at a given future. */
  Select(List<? extends Future<? extends T>> futures, int start) {
    children = Child.each(futures);
    this.start = start;
  }

  private static int atLeastOne(List<?> futures) {
    if (futures.isEmpty()) {
      throw new IllegalArgumentException("a select of no futures would never be ready");
    }
    return futures.size();
  }

  @Override
  public Poll poll(Context context) throws Exception {
    int size = children.size();
    int at = start;
    start = following(at, size);
    for (int i = 0; i < size; i++) {
      if (children.get(at).poll(context) == Poll.READY) {
        winner = at;
        // The others at once: what they hold may be what somebody else waits for.
        Child.closeAllBut(children.get(at), children);
        return Poll.READY;
      }
      at = following(at, size);
    }
    return Poll.PENDING;
  }

  private static int following(int at, int size) {
    return at + 1 < size ? at + 1 : 0;
  }

  @Override
  public Selected<T> value() {
    if (winner < 0) {
      throw new IllegalStateException("none of the futures is ready");
    }
    return new Selected<>(winner, children.get(winner).value());
  }

  @Override
  public void close() {
    Child.closeAll(children);
  }
}
