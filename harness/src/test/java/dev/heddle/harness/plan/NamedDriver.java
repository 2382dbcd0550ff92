package dev.heddle.harness.plan;

import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import java.util.List;
import java.util.Optional;

/** A driver that can be planned with and never runs. */
record NamedDriver(String name, Optional<String> unavailable) implements DriverProvider {

  static NamedDriver of(String name) {
    return new NamedDriver(name, Optional.empty());
  }

  static NamedDriver unavailable(String name, String reason) {
    return new NamedDriver(name, Optional.of(reason));
  }

  @Override
  public String summary() {
    return "for planning only";
  }

  @Override
  public List<Option<?>> options() {
    return List.of(PLACEMENT, Option.ofInt("buffers", "how many", 16, 1, 64));
  }

  @Override
  public Reactor open(Options options, boolean oneThread) {
    throw new UnsupportedOperationException(name + " is for planning only");
  }
}
