package dev.heddle.runtime;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several futures as one that is ready when all are.
 *
 * <p>Each poll begins one future further on. If it always began with the first, and that one used
 * up the budget of every poll, the leaves of the others would be refused theirs for ever.
 */
final class Join<T extends @Nullable Object> implements Future<List<T>> {
  private final List<Child<T>> children;
  private final BitSet waiting;
  private int start;

  Join(List<? extends Future<? extends T>> futures) {
    children = Child.each(futures);
    waiting = new BitSet(children.size());
    waiting.set(0, children.size());
  }

  @Override
  public Poll poll(Context context) throws Exception {
    int size = children.size();
    int from = start;
    start = from + 1 < size ? from + 1 : 0;
    pollBetween(from, size, context);
    pollBetween(0, from, context);
    return waiting.isEmpty() ? Poll.READY : Poll.PENDING;
  }

  private void pollBetween(int from, int to, Context context) throws Exception {
    for (int i = waiting.nextSetBit(from); i >= 0 && i < to; i = waiting.nextSetBit(i + 1)) {
      if (children.get(i).poll(context) == Poll.READY) {
        waiting.clear(i);
      }
    }
  }

  @Override
  public List<T> value() {
    if (!waiting.isEmpty()) {
      throw new IllegalStateException("not all futures are ready");
    }
    List<T> values = new ArrayList<>(children.size());
    for (Child<T> child : children) {
      values.add(child.value());
    }
    return Collections.unmodifiableList(values);
  }

  @Override
  public void close() {
    Child.closeAll(children);
  }
}
