package dev.heddle.drivers;

import dev.heddle.runtime.net.BufferPool;
import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import java.util.List;

/** The options by which every driver of this room is told about its buffers. */
public final class Buffers {
  /** How long each buffer is. */
  public static final Option<Integer> BYTES =
      Option.ofPowerOfTwo("buffer", "bytes of one buffer", 4_096, 512, 65_536);

  /** How many there are at most. */
  public static final Option<Integer> COUNT =
      Option.ofPowerOfTwo("buffers", "buffers of one event loop", 1_024, 16, 32_768);

  private Buffers() {}

  /** Both options. */
  public static List<Option<?>> options() {
    return List.of(BYTES, COUNT);
  }

  /** A pool for one event loop. */
  public static BufferPool pool(Options options) {
    return new BufferPool(options.get(BYTES), options.get(COUNT));
  }
}
