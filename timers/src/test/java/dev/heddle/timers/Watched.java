package dev.heddle.timers;

import dev.heddle.runtime.RuntimeBuilder;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import dev.heddle.runtime.spi.TimerService;
import dev.heddle.runtime.spi.TimerServiceProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntSupplier;

/** Timers that a test can look into, once the runtime that they serve is quiet. */
final class Watched {
  private final List<IntSupplier> sizes = new ArrayList<>();

  /** The timers of this setup, watched. */
  RuntimeBuilder builder(Setup setup) {
    List<String> parts = Arrays.asList(setup.timer().split(":", -1));
    TimerProvider provider = Providers.timer(parts.getFirst());
    Options options = Options.parse(provider.options(), parts.subList(1, parts.size()));
    return setup
        .builder()
        .timer(
            switch (provider) {
              case TimerQueueProvider queues -> new Queues(queues, sizes);
              case TimerServiceProvider services -> new Services(services, sizes);
            },
            options);
  }

  /**
   * How many timers there are in all. A service may do what it is asked to a moment later, on its
   * own thread.
   */
  int size() {
    if (sizes.isEmpty()) {
      throw new IllegalStateException("no runtime was built with it");
    }
    return sizes.stream().mapToInt(IntSupplier::getAsInt).sum();
  }

  /** Returns when there are none left; never, if one is. */
  void awaitEmpty() {
    while (size() > 0) {
      Thread.onSpinWait();
    }
  }

  private record Queues(TimerQueueProvider of, List<IntSupplier> sizes)
      implements TimerQueueProvider {
    @Override
    public String name() {
      return of.name();
    }

    @Override
    public String summary() {
      return "for tests";
    }

    @Override
    public TimerQueue create(long nowNanos) {
      TimerQueue queue = of.create(nowNanos);
      sizes.add(queue::size);
      return queue;
    }
  }

  private record Services(TimerServiceProvider of, List<IntSupplier> sizes)
      implements TimerServiceProvider {
    @Override
    public String name() {
      return of.name();
    }

    @Override
    public String summary() {
      return "for tests";
    }

    @Override
    public TimerService<?> create(ThreadFactory threads) {
      TimerService<?> service = of.create(threads);
      sizes.add(service::size);
      return service;
    }
  }
}
