package dev.heddle.runtime;

import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import java.util.List;

/** The driver that drives nothing: workers wait for tasks alone. The default. */
public final class NoDriver implements DriverProvider {
  @Override
  public String name() {
    return "none";
  }

  @Override
  public String summary() {
    return "no I/O: each worker parks on LockSupport";
  }

  @Override
  public List<Option<?>> options() {
    return List.of();
  }

  /**
   * There is no such event loop.
   *
   * @throws IllegalStateException always
   */
  @Override
  public Reactor open(Options options, boolean oneThread) {
    throw refusal();
  }

  static IllegalStateException refusal() {
    return new IllegalStateException(
        "this runtime has no I/O driver, so it has no sockets; choose one with"
            + " HeddleRuntime.builder().driver(name), by a name from Providers.drivers()");
  }
}
