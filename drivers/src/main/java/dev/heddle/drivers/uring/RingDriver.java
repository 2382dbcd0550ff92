package dev.heddle.drivers.uring;

import dev.heddle.drivers.Buffers;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the drivers on a ring have in common: where it can be had, and its options. */
abstract sealed class RingDriver implements DriverProvider permits UringDriver, UringPollDriver {
  private static final Option<Integer> ENTRIES =
      Option.ofPowerOfTwo("entries", "requests that one system call can hand over", 256, 32, 4_096);

  @Override
  public final Optional<String> unavailable() {
    return Availability.check();
  }

  @Override
  public final Optional<String> obtained() {
    return Availability.obtained().map(Obtained::text);
  }

  @Override
  public final List<Option<?>> options() {
    return Stream.of(DriverProvider.super.options(), Buffers.options(), List.<Option<?>>of(ENTRIES))
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public final Reactor open(Options options, boolean oneThread) throws IOException {
    try {
      return open(options, options.get(ENTRIES), oneThread);
    } catch (UnavailableException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  abstract UringReactor open(Options options, int entries, boolean oneThread)
      throws UnavailableException;
}
