package dev.heddle.harness.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits beside one fork; if the fork is not over by its deadline, takes a thread dump of it and
 * kills it. Create it before the launching thread takes on the fork's CPUs: it should keep to
 * others.
 */
final class Watchdog implements AutoCloseable {
  private final Path forkDirectory;
  private final Duration deadline;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread = new Thread(this::watch, "heddle-watchdog");

  private String dump = "";

  Watchdog(Path forkDirectory, Duration deadline) {
    this.forkDirectory = forkDirectory;
    this.deadline = deadline;
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    try {
      if (over.await(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
      Optional<ForkProcess> process = ForkProcess.find(forkDirectory);
      if (process.isPresent()) {
        dump = process.get().threadDump();
        process.get().kill();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the watchdog", e);
    }
  }

  /** The fork is over. Returns its thread dump if it had to be killed, else an empty text. */
  String threadDumpIfHung() throws InterruptedException {
    close();
    thread.join();
    return dump;
  }

  @Override
  public void close() {
    over.countDown();
  }
}
