package dev.heddle.runtime;

import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.SchedulerContext;
import org.jspecify.annotations.Nullable;

/** What an adapter sees of a runtime. */
record AdapterContext(HeddleRuntime runtime, Options options) implements SchedulerContext {
  @Override
  public int workers() {
    return runtime.workers();
  }

  @Override
  public Worker newWorker() {
    return runtime.books().newWorker();
  }

  @Override
  public @Nullable Worker currentWorker() {
    return Worker.current(runtime);
  }

  @Override
  public void stamp(Task<?> task) {
    runtime.books().stampOutside(task);
  }

  @Override
  public void abandon(Task<?> task, Throwable reason) {
    if (!runtime.isClosing()) {
      runtime.fail(reason);
    }
    task.abandon();
  }

  @Override
  public void fail(Throwable cause) {
    runtime.fail(cause);
  }
}
