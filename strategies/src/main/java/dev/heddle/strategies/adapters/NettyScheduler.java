package dev.heddle.strategies.adapters;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.spi.SchedulerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks on Netty's event loops as Netty runs its channels: a new one is given to the next loop
 * in turn and stays there, so that all its polls are on one thread, and a wake-up goes to that loop
 * from wherever it comes. A wake-up within the loop only enters the queue; one from elsewhere also
 * ends the selector's wait, if nobody else has since it began. See {@code SingleThreadIoEventLoop}
 * and {@code NioIoHandler} of Netty 4.2.
 */
final class NettyScheduler extends PoolScheduler {
  private final MultiThreadIoEventLoopGroup loops;

  NettyScheduler(SchedulerContext context) {
    super(context, false);
    loops =
        new MultiThreadIoEventLoopGroup(
            context.workers(),
            new DefaultThreadFactory("heddle-netty", true),
            NioIoHandler.newFactory());
  }

  private static final class AtHome extends PoolTask {
    private final EventLoop home;

    AtHome(PoolScheduler scheduler, Task<?> task, EventLoop home) {
      super(scheduler, task);
      this.home = home;
    }
  }

  @Override
  Runnable wrap(Task<?> task) {
    return new AtHome(this, task, loops.next());
  }

  @Override
  void submit(Runnable run) {
    ((AtHome) run).home.execute(run);
  }

  @Override
  void stop() throws InterruptedException {
    loops.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS).await();
  }
}
