package dev.heddle.runtime;

import org.jspecify.annotations.Nullable;

/** A future's {@link Future#poll} as a lambda: {@link Futures#pollFn}. */
@FunctionalInterface
public interface PollFunction<T extends @Nullable Object> {

  /**
   * As {@link Future#poll}, with a place for the value.
   *
   * @return {@code result.ready(value)}, or {@link Poll#PENDING}
   */
  Poll poll(Context context, Result<T> result) throws Exception;

  /** Where the value goes. */
  interface Result<T extends @Nullable Object> {
    /** Keeps the value; returns {@link Poll#READY}. */
    Poll ready(T value);
  }
}
