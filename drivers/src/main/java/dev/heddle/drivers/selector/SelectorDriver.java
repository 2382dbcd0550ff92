package dev.heddle.drivers.selector;

import dev.heddle.drivers.Buffers;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Waits for readiness with a {@link java.nio.channels.Selector}, on Linux epoll, and reads and
 * writes itself: what Java's servers have done since 2002.
 */
public final class SelectorDriver implements DriverProvider {
  @Override
  public String name() {
    return "selector";
  }

  @Override
  public String summary() {
    return "java.nio Selector (epoll on Linux): waits for readiness, then reads and writes";
  }

  @Override
  public List<Option<?>> options() {
    return Stream.concat(DriverProvider.super.options().stream(), Buffers.options().stream())
        .toList();
  }

  @Override
  public Reactor open(Options options, boolean oneThread) throws IOException {
    return new SelectorReactor(Buffers.pool(options));
  }
}
