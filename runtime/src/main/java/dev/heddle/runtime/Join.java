package dev.heddle.runtime;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several futures as one that is ready when all are. */
final class Join<T extends @Nullable Object> implements Future<List<T>> {
  private final List<? extends Future<? extends T>> futures;
  private final BitSet waiting;

  Join(List<? extends Future<? extends T>> futures) {
    this.futures = futures;
    waiting = new BitSet(futures.size());
    waiting.set(0, futures.size());
  }

  @Override
  public Poll poll(Context context) throws Exception {
    for (int i = waiting.nextSetBit(0); i >= 0; i = waiting.nextSetBit(i + 1)) {
      Future<? extends T> future = futures.get(i);
      Poll poll = future.poll(context);
      if (poll == null) {
        throw new NullPointerException(future.getClass() + ".poll gave null");
      }
      if (poll == Poll.READY) {
        waiting.clear(i);
      }
    }
    return waiting.isEmpty() ? Poll.READY : Poll.PENDING;
  }

  @Override
  public List<T> value() {
    if (!waiting.isEmpty()) {
      throw new IllegalStateException("not all futures are ready");
    }
    List<T> values = new ArrayList<>(futures.size());
    for (Future<? extends T> future : futures) {
      values.add(future.value());
    }
    return Collections.unmodifiableList(values);
  }

  /** Closes every child once, also those that are ready, also when one of them throws. */
  @Override
  @SuppressWarnings("ReferenceEquality") // an exception cannot suppress itself
  public void close() {
    Throwable first = null;
    for (Future<? extends T> future : futures) {
      try {
        future.close();
      } catch (RuntimeException | Error thrown) {
        if (first == null) {
          first = thrown;
        } else if (first != thrown) {
          first.addSuppressed(thrown);
        }
      }
    }
    if (first instanceof RuntimeException exception) {
      throw exception;
    }
    if (first instanceof Error error) {
      throw error;
    }
  }
}
