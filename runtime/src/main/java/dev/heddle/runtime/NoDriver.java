package dev.heddle.runtime;

import dev.heddle.runtime.spi.Driver;
import dev.heddle.runtime.spi.DriverProvider;

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
  public Driver open(int workers) {
    return (worker, thread) -> new ThreadParker();
  }
}
