package dev.heddle.runtime;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A computation that is driven by polling, after Rust's trait of that name: it does nothing until
 * polled, and between polls it costs no thread.
 *
 * <p>A future belongs to one task and is polled by one thread at a time; it needs no
 * synchronisation of its own unless other threads complete it. Whoever owns a future calls {@link
 * #close} exactly once, whether it finished, failed or was given up. Passing a future to a
 * combinator, to {@link HeddleRuntime#spawn(Future)} or to {@link HeddleRuntime#blockOn} passes the
 * ownership on with it, in every case: also if the call is refused.
 *
 * @param <T> the type of the value
 */
public interface Future<T extends @Nullable Object> {

  /**
   * Goes on as far as possible without blocking.
   *
   * @param context whose waker must be stored before {@link Poll#PENDING} is returned; only the
   *     waker of the latest poll counts
   * @return {@link Poll#READY} once, and never polled again; or {@link Poll#PENDING}
   * @throws Exception the failure of the computation, which counts as finished then
   */
  Poll poll(Context context) throws Exception;

  /**
   * The value, after {@link #poll} has returned {@link Poll#READY}.
   *
   * @throws IllegalStateException if there is no value (yet)
   */
  T value();

  /** Gives up what the future still holds: registrations, places in queues, children. */
  default void close() {}

  /**
   * This future, with a function applied to its value. What the function throws is the failure of
   * the whole.
   */
  default <R extends @Nullable Object> Future<R> map(Function<? super T, ? extends R> function) {
    return new Mapped<>(this, function);
  }

  /**
   * This future, and after it the one that the function makes from its value: that one's value is
   * the value of the whole. This one is closed as soon as the other is there.
   */
  default <R extends @Nullable Object> Future<R> then(
      Function<? super T, ? extends Future<? extends R>> function) {
    return new Then<>(this, function);
  }
}
