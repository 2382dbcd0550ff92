package dev.heddle.runtime;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A future with a function applied to its value. */
final class Mapped<T extends @Nullable Object, R extends @Nullable Object> implements Future<R> {
  private final Child<T> child;
  private final Function<? super T, ? extends R> function;
  private boolean ready;
  private @Nullable R value;

  Mapped(Future<? extends T> future, Function<? super T, ? extends R> function) {
    child = new Child<>(future);
    this.function = Objects.requireNonNull(function, "the function to apply is null");
  }

  @Override
  public Poll poll(Context context) throws Exception {
    if (child.poll(context) == Poll.PENDING) {
      return Poll.PENDING;
    }
    // Here and not in value(), so that what the function throws is the failure of the poll.
    value = function.apply(child.value());
    ready = true;
    return Poll.READY;
  }

  @Override
  @SuppressWarnings("NullAway") // once ready the value is an R, or the only null an R allows
  public R value() {
    if (!ready) {
      throw new IllegalStateException("there is no value yet");
    }
    return value;
  }

  @Override
  public void close() {
    child.close();
  }
}
