package dev.heddle.strategies.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.Worker;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LentWorkersTest {
  private static final int SLOTS = 2;
  private static final int THREADS = 4;
  private static final int ROUNDS = 20_000;

  private final ContextOnly provider = new ContextOnly();
  private final HeddleRuntime runtime =
      HeddleRuntime.builder().strategy(provider, Options.defaults()).workers(SLOTS).build();
  private final LentWorkers workers = new LentWorkers(SLOTS, provider.context()::newWorker);

  @AfterEach
  void close() {
    runtime.close();
  }

  /** Runs nothing: only its context is wanted. */
  private static final class ContextOnly implements SchedulerProvider {
    private @Nullable SchedulerContext context;

    SchedulerContext context() {
      return Objects.requireNonNull(context);
    }

    @Override
    public String name() {
      return "context-only";
    }

    @Override
    public String summary() {
      return "runs nothing";
    }

    @Override
    public Scheduler create(SchedulerContext given) {
      context = given;
      return new Scheduler() {
        @Override
        public void schedule(Task<?> task) {
          throw new AssertionError("nothing is spawned here");
        }

        @Override
        public void shutdown() {}
      };
    }
  }

  @Test
  void aThreadGetsTheOneItHadIfThatIsFree() {
    Worker first = workers.take(null);
    Worker second = workers.take(null);
    workers.giveBack(first);
    workers.giveBack(second);
    assertThat(workers.take(second)).isSameAs(second);
    assertThat(workers.take(second)).isSameAs(first);
  }

  @Test
  void oneMoreIsMadeOnlyIfAllAreTaken() {
    List<Worker> taken = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      taken.add(workers.take(null));
    }
    assertThat(taken).extracting(Worker::index).containsExactly(0, 1, 2, 3, 4);
    taken.forEach(workers::giveBack);
    List<Worker> again = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      again.add(workers.take(null));
    }
    assertThat(again).containsExactlyInAnyOrderElementsOf(taken);
  }

  @Test
  void noWorkerIsWithTwoThreadsAtATime() throws Exception {
    AtomicIntegerArray holders = new AtomicIntegerArray(THREADS);
    List<FutureTask<Integer>> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      FutureTask<Integer> thread =
          new FutureTask<>(() -> {
            int greatest = 0;
            Worker last = null;
            for (int round = 0; round < ROUNDS; round++) {
              last = workers.take(last);
              greatest = Math.max(greatest, holders.incrementAndGet(last.index()));
              holders.decrementAndGet(last.index());
              workers.giveBack(last);
            }
            return greatest;
          });
      threads.add(thread);
      Thread.ofPlatform().start(thread);
    }
    for (FutureTask<Integer> thread : threads) {
      assertThat(thread.get()).as("threads that held one worker at a time").isEqualTo(1);
    }
  }
}
