package dev.heddle.workloads.peers;

import dev.heddle.runtime.spi.Peer;
import dev.heddle.workloads.Availability;
import io.netty.channel.epoll.Epoll;
import java.util.Optional;

/** Whether Netty is there, and its epoll transport works. */
public final class OnEpoll implements Availability {
  private static final Peer NETTY =
      new Peer(
          OnEpoll.class,
          "netty",
          "io.netty:netty-transport-native-epoll",
          "io.netty.channel.epoll.Epoll");

  /** Named in an annotation. */
  public OnEpoll() {}

  @Override
  public Optional<String> unavailable() {
    return NETTY
        .unavailable()
        .or(() ->
            Epoll.isAvailable()
                ? Optional.empty()
                : Optional.of("Netty says: " + Epoll.unavailabilityCause()));
  }
}
