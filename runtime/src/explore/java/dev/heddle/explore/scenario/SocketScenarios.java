package dev.heddle.explore.scenario;

import dev.heddle.explore.Scenario;
import java.util.List;

/** The scenarios with sockets that hold wherever the driver stands, by their constructors' type. */
public final class SocketScenarios {
  /** All of them; each is made of a strategy, a number of workers and a driver. */
  public static final List<Class<? extends Scenario>> ALL =
      List.of(
          ReadAgainstAbort.class,
          ReadAgainstClose.class,
          ReadWithFewBuffers.class,
          WriteAgainstAbort.class,
          WriteAgainstClose.class,
          AcceptAgainstAbort.class,
          AcceptAgainstClose.class,
          AdoptAgainstClose.class,
          ConnectAgainstAbort.class,
          GiveUpAgainstClose.class,
          IoAgainstShutdown.class);

  private SocketScenarios() {}
}
