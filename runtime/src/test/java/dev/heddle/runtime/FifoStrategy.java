package dev.heddle.runtime;

import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.WorkerPolicy;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One queue for all workers, for tests of the runtime alone; a test may wrap its policy. */
final class FifoStrategy implements PolicyProvider {
  private final UnaryOperator<Policy> wrapper;

  FifoStrategy() {
    this(UnaryOperator.identity());
  }

  FifoStrategy(UnaryOperator<Policy> wrapper) {
    this.wrapper = wrapper;
  }

  static HeddleRuntime start(int workers) {
    return start(workers, UnaryOperator.identity());
  }

  static HeddleRuntime start(int workers, UnaryOperator<Policy> wrapper) {
    return HeddleRuntime.builder()
        .strategy(new FifoStrategy(wrapper), dev.heddle.runtime.spi.Options.defaults())
        .workers(workers)
        .build();
  }

  @Override
  public String name() {
    return "fifo";
  }

  @Override
  public String summary() {
    return "one queue, every worker is told of every task";
  }

  @Override
  public Policy create(PolicyContext context) {
    return wrapper.apply(new Fifo(context));
  }

  private static final class Fifo implements Policy, WorkerPolicy {
    private final ConcurrentLinkedQueue<Task<?>> queue = new ConcurrentLinkedQueue<>();
    private final PolicyContext context;

    Fifo(PolicyContext context) {
      this.context = context;
    }

    /** The workers differ in nothing. */
    @Override
    public WorkerPolicy worker(int index) {
      return this;
    }

    @Override
    public void inject(Task<?> task) {
      queue.add(task);
      for (int worker = 0; worker < context.workers(); worker++) {
        context.unpark(worker);
      }
    }

    @Override
    public void offer(Task<?> task) {
      inject(task);
    }

    @Override
    public void requeue(Task<?> task) {
      inject(task);
    }

    @Override
    public @Nullable Task<?> take() {
      return queue.poll();
    }

    @Override
    public boolean sleep() {
      return queue.isEmpty();
    }
  }
}
