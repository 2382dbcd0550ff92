package dev.heddle.explore.scenario;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.TaskFailedException;
import dev.heddle.runtime.net.TcpStream;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Options;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * A scenario with sockets, and a driver that stands to the workers in one of the ways. Leaves no
 * buffer behind, and no descriptor open.
 */
abstract class IoScenario extends RuntimeScenario {
  final World world;
  private final List<String> options;

  /**
   * @param driver as on the command line, such as {@code memory:placement=shared}
   */
  IoScenario(String strategy, int workers, String driver) {
    super(strategy, workers);
    List<String> parts = Arrays.asList(driver.split(":", -1));
    world = World.of(parts.getFirst());
    options = parts.subList(1, parts.size());
  }

  final HeddleRuntime startWithDriver() {
    DriverProvider driver = world.driver();
    return builder().driver(driver, Options.parse(driver.options(), options)).build();
  }

  /** A stream that is connected, and its other end. */
  record Connection(TcpStream stream, World.Peer io) {}

  final Connection connect(HeddleRuntime runtime) throws InterruptedException {
    TcpStream stream = runtime.blockOn(runtime.net().connect(world.address()));
    return new Connection(stream, world.streams().getLast());
  }

  @Override
  public final void run() throws Exception {
    world.begin();
    play();
    world.kernel().shutdown();
    world.checkNothingIsLeft(closesEarly());
    checkInTheEnd();
  }

  /** The whole life of a runtime, and of its streams. */
  abstract void play() throws Exception;

  /** Whether the runtime is closed while streams are open. */
  boolean closesEarly() {
    return false;
  }

  /** What holds once the kernel has done everything. */
  void checkInTheEnd() {}

  /** How a task has ended. */
  enum Ending {
    DONE,
    ABORTED,
    /** By an IOException, and no other. */
    FAILED
  }

  static Ending ending(JoinHandle<?> task) throws InterruptedException {
    try {
      task.join();
      return Ending.DONE;
    } catch (TaskCancelledException e) {
      return Ending.ABORTED;
    } catch (TaskFailedException e) {
      if (e.getCause() instanceof IOException) {
        return Ending.FAILED;
      }
      throw e;
    }
  }

  static void checkPrefix(List<Byte> part, int... whole) {
    check(part.size() <= whole.length, part + " is more than there was");
    for (int i = 0; i < part.size(); i++) {
      check(part.get(i) == whole[i], part + " is not how it was sent");
    }
  }
}
