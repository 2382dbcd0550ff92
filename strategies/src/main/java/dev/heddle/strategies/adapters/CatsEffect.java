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

/** {@code cats-effect}: the tasks on the compute pool of Cats Effect. */
public final class CatsEffect implements SchedulerProvider {
  private static final Peer CATS_EFFECT =
      new Peer(
          CatsEffect.class,
          "cats-effect",
          "org.typelevel:cats-effect_3",
          "cats.effect.unsafe.WorkStealingThreadPool");

  @Override
  public String name() {
    return "cats-effect";
  }

  @Override
  public String summary() {
    return "adapter: the work-stealing compute pool of Cats Effect";
  }

  @Override
  public List<Trait> composition(Options options) {
    return List.of(
        new Trait("pool", "WorkStealingThreadPool, its own threads, without I/O polling"),
        new Trait("local queue", "ring of 256 a thread, half of it goes out when it is full"),
        new Trait("slot", "none"),
        new Trait("shared queue", "striped, tasks and batches; looked at first every 64 ticks"),
        new Trait("stealing", "half a victim's queue, by at most half of the threads at a time"),
        new Trait("wake rule", "each submission, unless a thread searches or all are active"),
        new Trait("yield", "runs next if the local queue is empty, else to its end"));
  }

  @Override
  public String origin() {
    return "WorkStealingThreadPool.scala of Cats Effect, after Tokio's scheduler";
  }

  @Override
  public Optional<Library> library() {
    return CATS_EFFECT.library();
  }

  @Override
  public Optional<String> unavailable() {
    return CATS_EFFECT.unavailable();
  }

  @Override
  public Scheduler create(SchedulerContext context) {
    return new CatsEffectScheduler(context);
  }
}
