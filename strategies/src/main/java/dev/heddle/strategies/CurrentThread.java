package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Trait;
import dev.heddle.runtime.spi.WorkerPolicy;
import dev.heddle.strategies.parts.Injection;
import dev.heddle.strategies.parts.InjectionQueue;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code current-thread}: one worker with an unbounded FIFO that is its alone, beside an {@link
 * InjectionQueue} for everybody else. No slot, no stealing, no atomic operation between a worker's
 * own tasks. After Tokio's scheduler of that name.
 */
public final class CurrentThread implements PolicyProvider {
  @Override
  public String name() {
    return "current-thread";
  }

  @Override
  public String summary() {
    return "one worker with an unshared FIFO; injected tasks first every 31 ticks";
  }

  @Override
  public String origin() {
    return "Tokio's current-thread scheduler";
  }

  @Override
  public List<Trait> composition(Options options) {
    return List.of(
        new Trait("local queue", "an unbounded FIFO, out of others' reach"),
        new Trait("injection queue", "a lock-free stack for producers; tasks are taken one by one"),
        new Trait("injection interval", OneWorker.INJECTION_INTERVAL_TICKS + " ticks"));
  }

  @Override
  public int workers(int asked, int processors) {
    return 1;
  }

  @Override
  public Policy create(PolicyContext context) {
    return new OneWorker(context);
  }

  private static final class OneWorker implements Policy, WorkerPolicy {
    private static final int INJECTION_INTERVAL_TICKS = 31;

    private final ArrayDeque<Task<?>> local = new ArrayDeque<>();
    private final Injection injection = new InjectionQueue(1);
    private final PolicyContext context;
    private int ticksToInjection = INJECTION_INTERVAL_TICKS;

    OneWorker(PolicyContext context) {
      this.context = context;
    }

    @Override
    public WorkerPolicy worker(int index) {
      return this;
    }

    /** The one worker is told when the first task comes; the parker's own word makes that cheap. */
    @Override
    public void inject(Task<?> task) {
      if (injection.push(task)) {
        context.unpark(0);
      }
    }

    @Override
    public long injectionDepth() {
      return injection.depth();
    }

    @Override
    public long depth() {
      return local.size();
    }

    @Override
    public void offer(Task<?> task) {
      local.addLast(task);
    }

    @Override
    public void requeue(Task<?> task) {
      local.addLast(task);
    }

    @Override
    public @Nullable Task<?> take() {
      if (--ticksToInjection < 0) {
        ticksToInjection = INJECTION_INTERVAL_TICKS;
        Task<?> task = injection.poll();
        if (task != null) {
          return task;
        }
      }
      Task<?> task = local.pollFirst();
      return task != null ? task : injection.poll();
    }

    /** An unpark between this look and the park ends the park at once, so there is no race. */
    @Override
    public boolean sleep() {
      return local.isEmpty() && injection.isEmpty();
    }
  }
}
