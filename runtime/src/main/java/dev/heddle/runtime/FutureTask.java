package dev.heddle.runtime;

import org.jspecify.annotations.Nullable;

/** A task around a future that is not one itself. */
final class FutureTask<T extends @Nullable Object> extends Task<T> {
  private final Future<T> future;

  FutureTask(Future<T> future) {
    this.future = future;
  }

  @Override
  public Poll poll(Context context) throws Exception {
    return future.poll(context) == Poll.READY ? ready(future.value()) : Poll.PENDING;
  }

  @Override
  public void close() {
    future.close();
  }
}
