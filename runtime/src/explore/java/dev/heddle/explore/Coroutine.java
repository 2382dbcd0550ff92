package dev.heddle.explore;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Code that can be left in the middle and entered again there, all on one thread: what virtual
 * threads are made of. A switch costs a quarter of a microsecond, where handing over to another
 * platform thread costs tens; and one that is never entered again is simply collected, where a
 * thread would have to be unwound.
 *
 * <p>The JDK keeps this class to itself: the test JVM runs with {@code --add-exports
 * java.base/jdk.internal.vm=ALL-UNNAMED}, and the handles are looked up by name because a compiler
 * that is given {@code --release} does not see it.
 */
final class Coroutine {
  private static final MethodHandle NEW;
  private static final MethodHandle RUN;
  private static final MethodHandle YIELD;

  static {
    try {
      Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
      Class<?> scopeClass = Class.forName("jdk.internal.vm.ContinuationScope");
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      Object scope = scopeClass.getConstructor(String.class).newInstance("explore");
      NEW =
          lookup
              .findConstructor(
                  continuation, MethodType.methodType(void.class, scopeClass, Runnable.class))
              .bindTo(scope)
              .asType(MethodType.methodType(Object.class, Runnable.class));
      RUN =
          lookup
              .findVirtual(continuation, "run", MethodType.methodType(void.class))
              .asType(MethodType.methodType(void.class, Object.class));
      YIELD =
          lookup
              .findStatic(continuation, "yield", MethodType.methodType(boolean.class, scopeClass))
              .bindTo(scope);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "no continuations: the JVM needs --add-exports java.base/jdk.internal.vm=ALL-UNNAMED", e);
    }
  }

  private final Object continuation;

  /**
   * @param body must not throw
   */
  Coroutine(Runnable body) {
    try {
      continuation = (Object) NEW.invokeExact(body);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Enters the body, at its beginning or where it suspended; returns when it suspends or ends. */
  void enter() {
    try {
      RUN.invokeExact(continuation);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Leaves the body that is running, until it is entered again.
   *
   * @return false if it cannot be left here, such as inside a static initialiser, and goes on
   */
  static boolean suspend() {
    try {
      boolean ignored = (boolean) YIELD.invokeExact();
      return true;
    } catch (IllegalStateException pinned) {
      return false;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
