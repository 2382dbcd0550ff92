package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.observe.Stall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** The ticker rests while no worker polls, and misses nothing for it. */
class TickerTest {
  @Test
  void aWorkerIsQuietFromATickSeenWhileItWaitsUntilItTakesThatTick() {
    try (HeddleRuntime runtime = HandDriven.runtime(task -> {})) {
      Worker worker = new Worker(runtime, 0, null, 1);
      worker.counters().away(0);
      assertThat(worker.isQuiet()).as("waits, but may have begun to since the last tick").isFalse();
      worker.ticked();
      assertThat(worker.isQuiet()).isTrue();
      worker.beginTurn();
      assertThat(worker.isQuiet()).isFalse();
    }
  }

  @Test
  void aWorkerThatPollsIsNotQuietHoweverManyTicksItMisses() {
    try (HeddleRuntime runtime = HandDriven.runtime(task -> {})) {
      Worker worker = new Worker(runtime, 0, null, 1);
      StallWatch watch = new StallWatch("name", Duration.ofDays(1), stall -> {});
      for (int i = 0; i < 100; i++) {
        worker.ticked();
        watch.ticked(List.of(worker), 1);
        assertThat(worker.isQuiet()).isFalse();
      }
    }
  }

  @Test
  void aStallAfterALongRestIsSeen() throws Exception {
    BlockingQueue<Stall> stalls = new LinkedBlockingQueue<>();
    try (HeddleRuntime runtime =
        HeddleRuntime.builder()
            .strategy(new FifoStrategy(), dev.heddle.runtime.spi.Options.defaults())
            .workers(1)
            .onStall(stalls::add)
            .build()) {
      // Other tests' runtimes in this JVM may keep it awake, but not for ever.
      Wait.until(Ticker::isDozing);
      CountDownLatch release = new CountDownLatch(1);
      JoinHandle<String> handle =
          runtime.spawn(
              new Scripted(
                  "stalls",
                  (self, context) -> {
                    Wait.on(release);
                    return self.done("done");
                  }));
      Stall stall = stalls.take();
      release.countDown();
      assertThat(handle.join()).isEqualTo("done");
      assertThat(stall.stack()).isNotEmpty();
    }
  }
}
