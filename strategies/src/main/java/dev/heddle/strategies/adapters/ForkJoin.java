package dev.heddle.strategies.adapters;

import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.Trait;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/**
 * {@code fork-join}: the tasks on the JDK's {@link ForkJoinPool} in async mode, the pool's own FIFO
 * order for event-style tasks.
 */
public final class ForkJoin implements SchedulerProvider {
  /** The pool's own limit. */
  static final int MOST_THREADS = 0x7fff;

  @Override
  public String name() {
    return "fork-join";
  }

  @Override
  public String summary() {
    return "adapter: the JDK's ForkJoinPool in async mode, a new ForkJoinTask for each poll";
  }

  @Override
  public int workers(int asked, int processors) {
    return Math.min(asked, MOST_THREADS);
  }

  @Override
  public List<Trait> composition(Options options) {
    return composition("ForkJoinPool in async mode, its threads started on demand");
  }

  /** What every pool that is one has, under its own name. */
  static List<Trait> composition(String pool) {
    return List.of(
        new Trait("pool", pool),
        new Trait("local queue", "growing array a thread, first in first out"),
        new Trait("shared queue", "arrays for submitters, looked at every 61 polls and when idle"),
        new Trait("stealing", "one task at a time, from a random queue on"),
        new Trait("wake rule", "a push that finds few others in the queue wakes an idle thread"),
        new Trait("yield", "to the end of the local queue"),
        new Trait("blocking", "ManagedBlocker: a spare thread takes over"));
  }

  @Override
  public String origin() {
    return "java.util.concurrent.ForkJoinPool, Doug Lea, A Java Fork/Join Framework, 2000";
  }

  @Override
  public Optional<Library> library() {
    return Optional.of(Library.jdk());
  }

  @Override
  public Scheduler create(SchedulerContext context) {
    return new ForkJoinScheduler(
        context,
        (parallelism, threads, handler) -> new ForkJoinPool(parallelism, threads, handler, true));
  }
}
