package dev.heddle.runtime.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Future;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/**
 * A semaphore used by one thread, against the rule it is made of: a pool of permits, and a line of
 * which the first is served when the pool has what it wants.
 */
class SemaphoreModelTest {

  enum Operation {
    ACQUIRE,
    TRY_ACQUIRE,
    RELEASE,
    GIVE_BACK,
    GIVE_UP
  }

  /**
   * @param count how many permits
   * @param which the asker, counted around
   */
  record Step(Operation operation, int count, int which) {}

  private static final class Asker {
    final Future<Semaphore.Permit> future;
    final ByHand task = new ByHand();
    final int wanted;
    boolean waited;
    boolean served;

    Asker(Semaphore semaphore, int wanted) {
      this.future = semaphore.acquire(wanted);
      this.wanted = wanted;
    }
  }

  private final List<Asker> line = new ArrayList<>();
  private final List<Asker> served = new ArrayList<>();
  private int pool;

  private void serve() {
    while (!line.isEmpty() && line.getFirst().wanted <= pool) {
      Asker first = line.removeFirst();
      pool -= first.wanted;
      first.served = true;
      served.add(first);
    }
  }

  @Property
  void permitsGoToTheFirstInLine(
      @ForAll @IntRange(max = 6) int permits, @ForAll("steps") List<Step> steps) throws Exception {
    Semaphore semaphore = new Semaphore(permits);
    pool = permits;
    line.clear();
    served.clear();
    for (Step step : steps) {
      switch (step.operation()) {
        case ACQUIRE -> {
          Asker asker = new Asker(semaphore, step.count());
          line.add(asker);
          serve();
          asker.waited = !asker.served;
          assertThat(asker.task.isReady(asker.future)).isEqualTo(asker.served);
        }
        case TRY_ACQUIRE -> {
          boolean free = line.isEmpty() && step.count() <= pool;
          Semaphore.Permit permit = semaphore.tryAcquire(step.count());
          assertThat(permit != null).isEqualTo(free);
          if (permit != null) {
            permit.close();
          }
        }
        case RELEASE -> {
          pool += step.count();
          serve();
          semaphore.release(step.count());
        }
        case GIVE_BACK -> {
          if (!served.isEmpty()) {
            Asker asker = served.remove(step.which() % served.size());
            pool += asker.wanted;
            serve();
            if (asker.waited) {
              assertThat(asker.task.isReady(asker.future)).isTrue();
            }
            asker.future.value().close();
            asker.future.close();
          }
        }
        case GIVE_UP -> {
          List<Asker> all = new ArrayList<>(line);
          all.addAll(served);
          if (!all.isEmpty()) {
            Asker asker = all.get(step.which() % all.size());
            line.remove(asker);
            if (served.remove(asker)) {
              pool += asker.wanted;
            }
            serve();
            asker.future.close();
          }
        }
      }
      assertThat(semaphore.availablePermits()).isEqualTo(line.isEmpty() ? pool : 0);
      for (Asker asker : line) {
        assertThat(asker.task.wakes()).isZero();
        assertThat(asker.task.isReady(asker.future)).isFalse();
      }
      for (Asker asker : served) {
        assertThat(asker.task.wakes()).isEqualTo(asker.waited ? 1 : 0);
      }
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.of(Operation.class),
            Arbitraries.integers().between(1, 4),
            Arbitraries.integers().between(0, 99))
        .as(Step::new)
        .list()
        .ofMaxSize(60);
  }
}
