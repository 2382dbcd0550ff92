package dev.heddle.runtime.spi;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** An I/O driver under its name, found by {@link java.util.ServiceLoader}. */
public interface DriverProvider extends Provider {

  /** Who waits in the driver. */
  enum Placement {
    /** Each worker in a reactor of its own. */
    PER_WORKER,

    /** One reactor: the first worker that parks waits in it, and the others stand by. */
    SHARED,

    /** One reactor with a thread of its own, which wakes the workers. */
    DEDICATED
  }

  /** An axis of its own: every driver can be had in each way. */
  Option<Placement> PLACEMENT =
      Option.ofEnum(
          "placement",
          "who waits for I/O: each worker for its own, whichever worker parks, or a thread beside"
              + " them",
          Placement.PER_WORKER);

  /** The options it understands, with their defaults. */
  default List<Option<?>> options() {
    return List.of(PLACEMENT);
  }

  /**
   * What this host gives it, in one line, where hosts differ in that: found by trying. Empty also
   * if it is unavailable.
   */
  default Optional<String> obtained() {
    return Optional.empty();
  }

  /**
   * Opens one event loop.
   *
   * @param options of this driver
   * @param oneThread whether one thread alone will park and poll there, from the first time on; it
   *     is not the caller's
   * @throws IOException if the system refuses
   */
  Reactor open(Options options, boolean oneThread) throws IOException;
}
