package dev.heddle.runtime;

import org.jspecify.annotations.Nullable;

/** The value of one of two futures: {@link Futures#select(Future, Future)}. */
public sealed interface Either<A extends @Nullable Object, B extends @Nullable Object> {

  /** The first future was ready first. */
  record First<A extends @Nullable Object, B extends @Nullable Object>(A value)
      implements Either<A, B> {}

  /** The second future was ready first. */
  record Second<A extends @Nullable Object, B extends @Nullable Object>(B value)
      implements Either<A, B> {}
}
