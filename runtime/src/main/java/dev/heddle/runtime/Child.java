package dev.heddle.runtime;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A future inside a combinator, which owns it: closed once, however often that is asked for. So a
 * combinator closes a child as soon as it has no use for it, and all of them in its own close.
 */
final class Child<T extends @Nullable Object> {
  private final Future<? extends T> future;
  private boolean closed;

  Child(Future<? extends T> future) {
    this.future = Objects.requireNonNull(future, "a future to combine is null");
  }

  static <T extends @Nullable Object> List<Child<T>> each(
      List<? extends Future<? extends T>> futures) {
    return futures.stream().map(future -> new Child<T>(future)).toList();
  }

  Poll poll(Context context) throws Exception {
    Poll poll = future.poll(context);
    if (poll == null) {
      throw new NullPointerException(future.getClass() + ".poll gave null");
    }
    return poll;
  }

  T value() {
    return future.value();
  }

  void close() {
    if (!closed) {
      closed = true;
      future.close();
    }
  }

  /**
   * Closes all, also if some throw.
   *
   * @throws RuntimeException or whatever else was thrown first, with the others suppressed
   */
  static void closeAll(List<? extends Child<?>> children) {
    closeAllBut(null, children);
  }

  /** As above, but leaves one open. */
  @SuppressWarnings("ReferenceEquality") // this very child; an exception cannot suppress itself
  static void closeAllBut(@Nullable Child<?> kept, List<? extends Child<?>> children) {
    Throwable first = null;
    for (Child<?> child : children) {
      try {
        if (child != kept) {
          child.close();
        }
      } catch (Throwable thrown) { // a checked one too, which generics can smuggle out of a close
        if (first == null) {
          first = thrown;
        } else if (first != thrown) {
          first.addSuppressed(thrown);
        }
      }
    }
    if (first != null) {
      Child.<RuntimeException>rethrow(first);
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void rethrow(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
