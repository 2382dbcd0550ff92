package dev.heddle.strategies.adapters;

import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Peer;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.Trait;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code netty}: the tasks on Netty's event loops, each on the one it was given to. */
public final class Netty implements SchedulerProvider {
  private static final Peer NETTY =
      new Peer(
          Netty.class,
          "netty",
          "io.netty:netty-transport",
          "io.netty.channel.MultiThreadIoEventLoopGroup");

  @Override
  public String name() {
    return "netty";
  }

  @Override
  public String summary() {
    return "adapter: Netty's NIO event loops, each task at home on one of them";
  }

  @Override
  public List<Trait> composition(Options options) {
    return List.of(
        new Trait("pool", "MultiThreadIoEventLoopGroup with NioIoHandler, one thread a loop"),
        new Trait("home", "a new task's loop is the next in turn, and its loop for life"),
        new Trait("queue", "one MPSC queue a loop, first in first out"),
        new Trait("stealing", "none"),
        new Trait("wake rule", "a loop that selects is woken through its selector, once"),
        new Trait("yield", "to the end of the loop's queue"));
  }

  @Override
  public String origin() {
    return "Netty's SingleThreadIoEventLoop and MultithreadEventLoopGroup";
  }

  /** No thread takes the place of one that blocks. */
  @Override
  public Set<Promise> promises(Options options) {
    return EnumSet.complementOf(EnumSet.of(Promise.BLOCKS_IN_PLACE));
  }

  @Override
  public Optional<Library> library() {
    return NETTY.library();
  }

  @Override
  public Optional<String> unavailable() {
    return NETTY.unavailable();
  }

  @Override
  public Scheduler create(SchedulerContext context) {
    return new NettyScheduler(context);
  }
}
