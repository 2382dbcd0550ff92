package dev.heddle.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Select} of two futures of different types. Nothing is taken out of the one that wins but
 * by {@link #value}: until then a lock or a message is the winner's, which gives it back if closed.
 */
final class SelectOfTwo<A extends @Nullable Object, B extends @Nullable Object>
    implements Future<Either<A, B>> {
  private final Select<@Nullable Object> either;

  SelectOfTwo(Future<A> first, Future<B> second) {
    List<Future<?>> both = List.of(first, second);
    either = new Select<>(both);
  }

  @Override
  public Poll poll(Context context) throws Exception {
    return either.poll(context);
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // the index tells the type
  public Either<A, B> value() {
    Selected<@Nullable Object> selected = either.value();
    return selected.index() == 0
        ? new Either.First<>((A) selected.value())
        : new Either.Second<>((B) selected.value());
  }

  @Override
  public void close() {
    either.close();
  }
}
