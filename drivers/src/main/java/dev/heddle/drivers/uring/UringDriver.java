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

/**
 * Hands reads, writes and accepts to the kernel and is told when they are done: io_uring, called
 * through {@code java.lang.foreign}. One system call hands over what all tasks of a turn have asked
 * for, and waits.
 */
public final class UringDriver implements DriverProvider {
  private static final Option<Integer> ENTRIES =
      Option.ofPowerOfTwo("entries", "requests that one system call can hand over", 256, 32, 4_096);

  @Override
  public String name() {
    return "io-uring";
  }

  @Override
  public String summary() {
    return "io_uring through java.lang.foreign: hands requests over and waits for completions";
  }

  @Override
  public Optional<String> unavailable() {
    return Availability.check();
  }

  @Override
  public Optional<String> obtained() {
    return Availability.obtained().map(Obtained::text);
  }

  @Override
  public List<Option<?>> options() {
    return Stream.of(DriverProvider.super.options(), Buffers.options(), List.<Option<?>>of(ENTRIES))
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public Reactor open(Options options, boolean oneThread) throws IOException {
    try {
      return UringReactor.open(options, options.get(ENTRIES), oneThread);
    } catch (UnavailableException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
