package dev.heddle.runtime;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A lambda as a future. */
final class PollFn<T extends @Nullable Object> implements Future<T>, PollFunction.Result<T> {
  private final PollFunction<T> function;
  private boolean ready;
  private @Nullable T value;

  PollFn(PollFunction<T> function) {
    this.function = Objects.requireNonNull(function, "the function to poll is null");
  }

  @Override
  public Poll poll(Context context) throws Exception {
    Poll poll = function.poll(context, this);
    if (poll == Poll.READY && !ready) {
      throw new IllegalStateException("ready without a value: return result.ready(value)");
    }
    return poll;
  }

  @Override
  public Poll ready(T result) {
    value = result;
    ready = true;
    return Poll.READY;
  }

  @Override
  @SuppressWarnings("NullAway") // once ready the value is a T, or the only null a T allows
  public T value() {
    if (!ready) {
      throw new IllegalStateException("there is no value yet");
    }
    return value;
  }
}
