package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Trait;
import dev.heddle.runtime.spi.WorkerPolicy;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code mini}: one worker, one FIFO, nothing else. The smallest strategy that is a whole one. */
public final class Mini implements PolicyProvider {
  @Override
  public String name() {
    return "mini";
  }

  @Override
  public String summary() {
    return "the minimal single-thread runtime: one FIFO under a monitor";
  }

  @Override
  public String origin() {
    return "the minimal executors that tutorials on async runtimes begin with";
  }

  @Override
  public List<Trait> composition(Options options) {
    return List.of(new Trait("queue", "one FIFO under a monitor; unbounded"));
  }

  @Override
  public int workers(int asked, int processors) {
    return 1;
  }

  @Override
  public Policy create(PolicyContext context) {
    return new Fifo(context, new ArrayDeque<>());
  }

  private record Fifo(PolicyContext context, ArrayDeque<Task<?>> queue)
      implements Policy, WorkerPolicy {
    @Override
    public WorkerPolicy worker(int index) {
      return this;
    }

    @Override
    public void inject(Task<?> task) {
      offer(task);
      context.unpark(0);
    }

    @Override
    public void offer(Task<?> task) {
      synchronized (queue) {
        queue.addLast(task);
      }
    }

    @Override
    public void requeue(Task<?> task) {
      offer(task);
    }

    @Override
    public @Nullable Task<?> take() {
      synchronized (queue) {
        return queue.pollFirst();
      }
    }

    @Override
    public boolean sleep() {
      synchronized (queue) {
        return queue.isEmpty(); // an unpark after this look ends the park at once
      }
    }
  }
}
