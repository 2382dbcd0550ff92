package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import java.util.ArrayDeque;
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
  public int maxWorkers() {
    return 1;
  }

  @Override
  public Policy create(PolicyContext context) {
    return new Fifo(context);
  }

  private record Fifo(PolicyContext context, ArrayDeque<Task<?>> queue) implements Policy {
    Fifo(PolicyContext context) {
      this(context, new ArrayDeque<>());
    }

    @Override
    public void inject(Task<?> task) {
      synchronized (queue) {
        queue.addLast(task);
      }
      context.unpark(0);
    }

    @Override
    public void offer(Task<?> task, int worker) {
      synchronized (queue) {
        queue.addLast(task); // by the worker itself, which is awake
      }
    }

    @Override
    public void requeue(Task<?> task, int worker) {
      offer(task, worker);
    }

    @Override
    public @Nullable Task<?> take(int worker) {
      synchronized (queue) {
        return queue.pollFirst();
      }
    }

    @Override
    public @Nullable Task<?> search(int worker) {
      return null; // there is no other queue
    }

    @Override
    public boolean sleep(int worker) {
      return true; // an unpark since the last look ends the park at once
    }

    @Override
    public void awake(int worker) {}
  }
}
