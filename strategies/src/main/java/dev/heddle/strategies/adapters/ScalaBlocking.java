package dev.heddle.strategies.adapters;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import scala.Function0;
import scala.concurrent.package$;

/**
 * What {@code scala.concurrent.blocking} is in Scala: tells the pool whose thread this is that it
 * may block. The pools of the Scala libraries replace such a thread, which they hear of through
 * {@code BlockContext}.
 */
final class ScalaBlocking {
  private ScalaBlocking() {}

  static <T extends @Nullable Object> T call(Callable<T> closure) throws Exception {
    Function0<T> thunk =
        () -> {
          try {
            return closure.call();
          } catch (Exception e) {
            throw ScalaBlocking.<RuntimeException>asItIs(e);
          }
        };
    return package$.MODULE$.blocking(thunk);
  }

  /** Scala knows no checked exceptions, so they pass through its code as they are. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Exception> E asItIs(Exception thrown) throws E {
    throw (E) thrown;
  }
}
