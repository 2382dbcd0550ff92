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

/**
 * {@code zio}: the tasks on ZIO's default executor. It has as many threads as the JVM has
 * processors, no more and no less, and there is no way to tell it otherwise.
 */
public final class Zio implements SchedulerProvider {
  private static final Peer ZIO =
      new Peer(Zio.class, "zio", "dev.zio:zio_3", "zio.internal.ZScheduler");

  @Override
  public String name() {
    return "zio";
  }

  @Override
  public String summary() {
    return "adapter: ZIO's default executor, always one worker per processor";
  }

  @Override
  public int workers(int asked, int processors) {
    return processors;
  }

  @Override
  public List<Trait> composition(Options options) {
    return List.of(
        new Trait("pool", "ZScheduler, one for the JVM, its daemon threads never stop"),
        new Trait("local queue", "ring of 256 a thread, half of it goes out when it is full"),
        new Trait("slot", "for a task that yields, and only if there is nothing else to run"),
        new Trait("shared queue", "partitioned; looked at first every 64 tasks"),
        new Trait("stealing", "half a victim's queue, by at most half of the threads at a time"),
        new Trait("wake rule", "each submission, unless a thread searches or all are active"),
        new Trait("yield", "runs next if nothing else is there, else to the end of the ring"),
        new Trait("supervisor", "every 100 ms a thread replaces those that stick in one task"));
  }

  @Override
  public String origin() {
    return "ZScheduler.scala of ZIO, after Tokio's scheduler";
  }

  @Override
  public Optional<Library> library() {
    return ZIO.library();
  }

  @Override
  public Optional<String> unavailable() {
    return ZIO.unavailable();
  }

  @Override
  public Scheduler create(SchedulerContext context) {
    return new ZioScheduler(context);
  }
}
