package dev.heddle.runtime;

import dev.heddle.runtime.net.Net;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.DriverProvider.Placement;
import dev.heddle.runtime.spi.IoCounters;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The event loops of one runtime, and where its workers stand to them: {@link Placement}. None, if
 * it has no driver.
 */
final class Reactors {
  private final HeddleRuntime runtime;
  private final Net net = new Net(this::here);
  private final List<Reactor> reactors = new ArrayList<>();
  private final boolean perWorker;
  private final @Nullable SharedReactor shared;
  private final @Nullable ReactorThread thread;

  /**
   * Opens them.
   *
   * @throws UncheckedIOException if the system refuses; none is left open
   */
  Reactors(HeddleRuntime runtime, DriverProvider driver, Options options, int workers) {
    this.runtime = runtime;
    if (driver instanceof NoDriver) {
      perWorker = false;
      shared = null;
      thread = null;
      return;
    }
    Placement placement = options.get(DriverProvider.PLACEMENT);
    perWorker = placement == Placement.PER_WORKER;
    try {
      for (int i = 0; i < (perWorker ? workers : 1); i++) {
        reactors.add(driver.open(options, placement != Placement.SHARED));
      }
    } catch (IOException e) {
      abandon();
      throw new UncheckedIOException(
          "driver '%s' could not open event loop %d: %s"
              .formatted(driver.name(), reactors.size(), e.getMessage()),
          e);
    } catch (RuntimeException | Error e) {
      abandon();
      throw e;
    }
    shared = placement == Placement.SHARED ? new SharedReactor(reactors.getFirst()) : null;
    thread =
        placement == Placement.DEDICATED
            ? new ReactorThread(reactors.getFirst(), runtime::fail)
            : null;
  }

  /** A parker for this worker. */
  Parker parker(int worker) {
    if (perWorker) {
      return reactors.get(worker);
    }
    return shared != null ? shared.newParker() : new ThreadParker();
  }

  Net net() {
    return net;
  }

  /** The event loop for a socket that the calling thread begins to use. */
  private Reactor here() {
    if (reactors.isEmpty()) {
      throw NoDriver.refusal();
    }
    if (!perWorker) {
      return reactors.getFirst();
    }
    Worker worker = Worker.current(runtime);
    return reactors.get(
        worker != null ? worker.index() : ThreadLocalRandom.current().nextInt(reactors.size()));
  }

  IoCounters counters() {
    return reactors.stream().map(Reactor::counters).reduce(IoCounters.NONE, IoCounters::plus);
  }

  /**
   * Where they stand, how many they are, and what the system gave them, each different text once;
   * empty if there are none.
   */
  String obtained() {
    if (reactors.isEmpty()) {
      return "";
    }
    String placement =
        perWorker
            ? "one for each worker"
            : shared != null ? "shared by the workers" : "with a thread of its own";
    String loops =
        "%d event %s, %s"
            .formatted(reactors.size(), reactors.size() == 1 ? "loop" : "loops", placement);
    return Stream.concat(
            Stream.of(loops),
            reactors.stream().flatMap(reactor -> reactor.obtained().stream()).distinct())
        .collect(Collectors.joining("; "));
  }

  /** Starts the thread that waits in the driver, if it is that one. */
  void start() {
    if (thread != null) {
      thread.start();
    }
  }

  /** The runtime is not built after all. */
  void abandon() {
    reactors.forEach(Reactor::close);
  }

  /** This worker, on the calling thread, parks no more. */
  void workerEnds(int worker) {
    if (perWorker) {
      reactors.get(worker).retire();
    }
  }

  /** Closes all of them, after the workers have ended. May be called again. */
  void close(Consumer<Throwable> failure) throws InterruptedException {
    if (thread != null) {
      thread.shutdown();
    }
    for (Reactor reactor : reactors) {
      try {
        reactor.close();
      } catch (Throwable thrown) {
        failure.accept(thrown); // somebody waits for the end all the same
      }
    }
  }
}
