package dev.heddle.explore.scenario;

import dev.heddle.explore.scenario.MemoryReactor.MemoryStream;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.TaskFailedException;
import dev.heddle.runtime.net.TcpStream;
import dev.heddle.runtime.spi.Options;
import java.io.IOException;
import java.util.List;

/**
 * A scenario with sockets in memory, and a driver that stands to the workers in one of the ways.
 * Leaves no buffer behind, and no descriptor open.
 */
abstract class IoScenario extends RuntimeScenario {
  final MemoryDriver driver = new MemoryDriver();
  private final String placement;

  /**
   * @param placement as on the command line
   */
  IoScenario(String strategy, int workers, String placement) {
    super(strategy, workers);
    this.placement = placement;
  }

  final HeddleRuntime startWithDriver() {
    return builder()
        .driver(driver, Options.parse(driver.options(), List.of("placement=" + placement)))
        .build();
  }

  /** A stream that is connected, and what the driver knows of it. */
  record Connection(TcpStream stream, MemoryStream io) {}

  final Connection connect(HeddleRuntime runtime) throws InterruptedException {
    TcpStream stream = runtime.blockOn(runtime.net().connect(MemoryDriver.AT_ONCE));
    return new Connection(stream, driver.streams.getLast());
  }

  @Override
  public final void run() throws Exception {
    driver.kernel.start();
    play();
    driver.kernel.shutdown();
    driver.checkNothingIsLeft(closesEarly());
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
