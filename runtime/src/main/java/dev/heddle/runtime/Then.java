package dev.heddle.runtime;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One future after the other: the second is made from the value of the first. */
final class Then<T extends @Nullable Object, R extends @Nullable Object> implements Future<R> {
  private final Child<T> first;
  private final Function<? super T, ? extends Future<? extends R>> following;

  /** Null until the first is ready. */
  private @Nullable Child<R> second;

  Then(Future<? extends T> first, Function<? super T, ? extends Future<? extends R>> following) {
    this.first = new Child<>(first);
    this.following = Objects.requireNonNull(following, "the function to go on with is null");
  }

  @Override
  public Poll poll(Context context) throws Exception {
    Child<R> next = second;
    if (next == null) {
      if (first.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      next = new Child<>(following.apply(first.value()));
      second = next; // before anything can throw, so that it is closed in every case
      first.close();
    }
    return next.poll(context);
  }

  @Override
  public R value() {
    Child<R> next = second;
    if (next == null) {
      throw new IllegalStateException("there is no value yet");
    }
    return next.value();
  }

  @Override
  public void close() {
    Child<R> next = second;
    Child.closeAll(next == null ? List.of(first) : List.of(first, next));
  }
}
