package dev.heddle.runtime;

import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.TimerProvider;
import java.util.function.Consumer;

/** A scheduler without threads: it passes runnable tasks to a test, which runs them or not. */
final class HandDriven implements SchedulerProvider {
  private final Consumer<Task<?>> runnable;

  private HandDriven(Consumer<Task<?>> runnable) {
    this.runnable = runnable;
  }

  /** A runtime whose tasks go to the given consumer whenever they become runnable. */
  static HeddleRuntime runtime(Consumer<Task<?>> runnable) {
    return runtime(runnable, new NoTimer());
  }

  /** As above, with timers. */
  static HeddleRuntime runtime(Consumer<Task<?>> runnable, TimerProvider timer) {
    return runtime(runnable, timer, Clock.system());
  }

  /** As above, with a clock that the futures go by. */
  static HeddleRuntime runtime(Consumer<Task<?>> runnable, TimerProvider timer, Clock clock) {
    return HeddleRuntime.builder()
        .clock(clock)
        .strategy(new HandDriven(runnable), Options.defaults())
        .timer(timer)
        .workers(1)
        .build();
  }

  @Override
  public String name() {
    return "hand-driven";
  }

  @Override
  public String summary() {
    return "a test decides";
  }

  @Override
  public Scheduler create(SchedulerContext context) {
    return new Scheduler() {
      @Override
      public void schedule(Task<?> task) {
        runnable.accept(task);
      }

      @Override
      public void shutdown() {}
    };
  }
}
