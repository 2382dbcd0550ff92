package dev.heddle.strategies.adapters;

import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Peer;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.Trait;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code kotlin-default}: the tasks on the scheduler behind Kotlin's {@code Dispatchers.Default}.
 */
public final class KotlinDefault implements SchedulerProvider {
  private static final Peer KOTLIN =
      new Peer(
          KotlinDefault.class,
          "kotlinx-coroutines",
          "org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm",
          "kotlinx.coroutines.scheduling.CoroutineScheduler");

  /** The pool's own limit: its counter of threads has 21 bits. */
  private static final int MOST_THREADS = (1 << 21) - 2;

  @Override
  public String name() {
    return "kotlin-default";
  }

  @Override
  public String summary() {
    return "adapter: the work-stealing scheduler of kotlinx.coroutines' Dispatchers.Default";
  }

  @Override
  public int workers(int asked, int processors) {
    return Math.min(asked, MOST_THREADS);
  }

  @Override
  public List<Trait> composition(Options options) {
    return List.of(
        new Trait("pool", "CoroutineScheduler, its own threads, started on demand"),
        new Trait("local queue", "ring of 128 a thread, the oldest half goes out when it is full"),
        new Trait("slot", "the last one scheduled runs next, uncapped; stolen after 100 us"),
        new Trait("shared queue", "lock-free; looked at first with a chance of 1 in 2 x workers"),
        new Trait("stealing", "one task from each victim, the slot as well once it is old enough"),
        new Trait("wake rule", "each submission unparks a parked thread, if there is one"),
        new Trait("yield", "fair dispatch: to the end of the local queue, not to the slot"));
  }

  @Override
  public String origin() {
    return "CoroutineScheduler.kt of kotlinx.coroutines";
  }

  /**
   * None of them: two tasks that wake each other keep the slot between them while the ring waits,
   * the shared queue is looked at by chance, and only tasks that are submitted as blocking have
   * their thread replaced.
   */
  @Override
  public Set<Promise> promises(Options options) {
    return Set.of();
  }

  @Override
  public Optional<Library> library() {
    return KOTLIN.library();
  }

  @Override
  public Optional<String> unavailable() {
    return KOTLIN.unavailable();
  }

  @Override
  public Scheduler create(SchedulerContext context) {
    return new KotlinScheduler(context);
  }
}
