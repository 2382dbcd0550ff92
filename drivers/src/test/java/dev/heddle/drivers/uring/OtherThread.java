package dev.heddle.drivers.uring;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A platform thread of a test, which the test waits for: with its result, or with its failure. */
final class OtherThread<T> {
  private static final long PATIENCE_SECONDS = 120;

  private final FutureTask<T> task;
  final Thread thread;

  private OtherThread(String name, Callable<T> body) {
    this.task = new FutureTask<>(body);
    this.thread = Thread.ofPlatform().name(name).daemon().start(task);
  }

  static <T> OtherThread<T> start(String name, Callable<T> body) {
    return new OtherThread<>(name, body);
  }

  static <T> T run(String name, Callable<T> body) throws Exception {
    return start(name, body).get();
  }

  T get() throws Exception {
    try {
      T result = task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      thread.join();
      return result;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw new AssertionError(e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError(thread.getName() + " does not end", e);
    }
  }
}
