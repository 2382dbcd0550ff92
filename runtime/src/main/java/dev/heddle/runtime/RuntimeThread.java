package dev.heddle.runtime;

import dev.heddle.runtime.spi.WorkerPolicy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the runtime: at one time a worker, at another one of the {@link BlockingPool}'s. A
 * class of its own, so that finding out on which worker code runs is one type check of the current
 * thread, and no thread-local. The fields belong to the thread itself.
 */
final class RuntimeThread extends Thread {
  private final Consumer<RuntimeThread> body;

  /** Not null while this thread is one of its workers; then the other two are not null either. */
  @Nullable PolicyScheduler scheduler;

  @Nullable Core core;

  /** The core's, to save the hot path a load. */
  @Nullable WorkerPolicy policy;

  /** Not null from the first core this thread has until it stops polling, also without a core. */
  @Nullable Worker worker;

  RuntimeThread(String name, Consumer<RuntimeThread> body) {
    super(null, null, name, 0, false);
    this.body = body;
    setDaemon(true);
  }

  /** From now on what becomes runnable on this thread goes to the core's side of the policy. */
  void take(Core taken) {
    core = taken;
    policy = taken.policy();
    scheduler = taken.scheduler();
  }

  /** From now on this thread is as foreign to the policy as any other. */
  void leave() {
    scheduler = null;
    policy = null;
    core = null;
  }

  @Override
  public void run() {
    body.accept(this);
  }
}
