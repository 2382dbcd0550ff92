package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.WorkerPolicy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StarvationTest {
  private static final int INJECTED = 20;

  @Test
  void inTheOrderOfArrivalATaskWaitsTwiceForOneTurnOfThePairAtMost() throws Exception {
    assertThat(longestWait(new TestStrategies.Plain())).isBetween(1.0, 1.0 + 2);
  }

  @Test
  void aSlotWithoutACapKeepsTheLocalQueueWaitingForAsLongAsThePairLasts() throws Exception {
    assertThat(longestWait(new GreedySlot())).isGreaterThan(Starvation.MAX_POLLS);
  }

  private static double longestWait(PolicyProvider strategy) throws InterruptedException {
    try (HeddleRuntime runtime =
        HeddleRuntime.builder().strategy(strategy, Options.defaults()).workers(1).build()) {
      return new Starvation(Duration.ofSeconds(60)).longestWait(runtime, INJECTED);
    }
  }

  /** What was woken last goes first, always; what comes from outside has its turn now and then. */
  private static final class GreedySlot implements PolicyProvider, Policy, WorkerPolicy {
    private static final int INJECTION_INTERVAL = 61;

    private final Queue<Task<?>> injected = new ConcurrentLinkedQueue<>();
    private final Queue<Task<?>> local = new ArrayDeque<>();
    private @Nullable Task<?> slot;
    private @Nullable PolicyContext context;
    private int ticks;

    @Override
    public String name() {
      return "test-greedy-slot";
    }

    @Override
    public String summary() {
      return "for tests: one worker with a LIFO slot without a cap";
    }

    @Override
    public Policy create(PolicyContext context) {
      this.context = context;
      return this;
    }

    @Override
    public WorkerPolicy worker(int index) {
      return this;
    }

    @Override
    public void inject(Task<?> task) {
      injected.add(task);
      if (context != null) {
        context.unpark(0);
      }
    }

    @Override
    public void offer(Task<?> task) {
      if (slot != null) {
        local.add(slot);
      }
      slot = task;
    }

    @Override
    public void requeue(Task<?> task) {
      local.add(task);
    }

    @Override
    public @Nullable Task<?> take() {
      Task<?> task = ++ticks % INJECTION_INTERVAL == 0 ? injected.poll() : null;
      if (task == null) {
        task = slot;
        slot = null;
      }
      if (task == null) {
        task = local.poll();
      }
      return task == null ? injected.poll() : task;
    }

    @Override
    public boolean sleep() {
      return slot == null && local.isEmpty() && injected.isEmpty();
    }
  }
}
