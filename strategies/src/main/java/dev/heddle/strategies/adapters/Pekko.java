package dev.heddle.strategies.adapters;

import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Peer;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.Trait;
import java.util.List;
import java.util.Optional;

/** {@code pekko}: the tasks on the pool of Pekko's default dispatcher. */
public final class Pekko implements SchedulerProvider {
  private static final Peer PEKKO =
      new Peer(
          Pekko.class,
          "pekko",
          "org.apache.pekko:pekko-actor_3",
          "org.apache.pekko.dispatch.PekkoJdk9ForkJoinPool");

  @Override
  public String name() {
    return "pekko";
  }

  @Override
  public String summary() {
    return "adapter: the fork-join pool of Pekko's default dispatcher";
  }

  @Override
  public int workers(int asked, int processors) {
    return Math.min(asked, ForkJoin.MOST_THREADS);
  }

  @Override
  public List<Trait> composition(Options options) {
    return ForkJoin.composition("PekkoJdk9ForkJoinPool, configured as the default dispatcher");
  }

  @Override
  public String origin() {
    return "ForkJoinExecutorConfigurator.scala of Pekko, on the JDK's ForkJoinPool";
  }

  @Override
  public Optional<Library> library() {
    return PEKKO.library();
  }

  @Override
  public Optional<String> unavailable() {
    return PEKKO.unavailable();
  }

  @Override
  public Scheduler create(SchedulerContext context) {
    return PekkoPool.scheduler(context);
  }
}
