package dev.heddle.workloads.peers;

import dev.heddle.runtime.spi.Peer;
import dev.heddle.workloads.Availability;
import io.netty.channel.uring.IoUring;
import java.util.Optional;

/**
 * Whether Netty is there, and its io_uring transport works. Not tried with {@code
 * -Dheddle.uring=off}, which is for hosts whose filter kills a process that does.
 */
public final class OnUring implements Availability {
  private static final Peer NETTY =
      new Peer(
          OnUring.class,
          "netty",
          "io.netty:netty-transport-native-io_uring",
          "io.netty.channel.uring.IoUring");

  /** Named in an annotation. */
  public OnUring() {}

  @Override
  public Optional<String> unavailable() {
    if (System.getProperty("heddle.uring", "on").equals("off")) {
      return Optional.of("io_uring is switched off by -Dheddle.uring=off");
    }
    return NETTY
        .unavailable()
        .or(() ->
            IoUring.isAvailable()
                ? Optional.empty()
                : Optional.of("Netty says: " + IoUring.unavailabilityCause()));
  }
}
