package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A task that blocks in place keeps no timer waiting, not even if it had the only worker. */
class BlockedInPlaceTest {

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyPolicy")
  void timersFireMeanwhile(Setup setup) throws Exception {
    CountDownLatch slept = new CountDownLatch(1);
    try (HeddleRuntime runtime = setup.builder().build()) {
      for (int i = 0; i < setup.workers() - 1; i++) {
        runtime.spawn(new Blocked(slept, false));
      }
      assertThat(runtime.spawn(new Blocked(slept, true)).join()).isEqualTo("woken");
    }
  }

  private static final class Blocked extends Task<String> {
    private final CountDownLatch slept;
    private final boolean spawnsSleeper;

    Blocked(CountDownLatch slept, boolean spawnsSleeper) {
      this.slept = slept;
      this.spawnsSleeper = spawnsSleeper;
    }

    @Override
    public Poll poll(Context context) throws Exception {
      if (spawnsSleeper) {
        context.runtime().spawn(new Sleeper(slept));
      }
      return ready(
          HeddleRuntime.blockInPlace(() -> {
            slept.await();
            return "woken";
          }));
    }
  }

  private static final class Sleeper extends Task<String> {
    private final Future<@Nullable Void> sleep = Futures.sleep(Duration.ofMillis(5));
    private final CountDownLatch slept;

    Sleeper(CountDownLatch slept) {
      this.slept = slept;
    }

    @Override
    public Poll poll(Context context) throws Exception {
      if (sleep.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      slept.countDown();
      return ready("slept");
    }

    @Override
    public void close() {
      sleep.close();
    }
  }
}
