package dev.heddle.runtime;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A task around a future that is not one itself. */
final class FutureTask<T extends @Nullable Object> extends Task<T> {
  private final Future<T> future;

  FutureTask(Future<T> future) {
    this.future = Objects.requireNonNull(future, "the future to spawn is null");
  }

  Future<T> wrapped() {
    return future;
  }

  @Override
  public Poll poll(Context context) throws Exception {
    Poll poll = future.poll(context);
    return poll == Poll.READY ? ready(future.value()) : poll;
  }

  @Override
  public void close() {
    future.close();
  }
}
