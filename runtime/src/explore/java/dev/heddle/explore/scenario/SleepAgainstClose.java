package dev.heddle.explore.scenario;

import dev.heddle.runtime.Clock;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.TaskFailedException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Timers fire, and begin, while the runtime is closed: every join ends, and no timer is left
 * behind, neither those of tasks nor the one of a thread that drives a sleep itself.
 */
public final class SleepAgainstClose extends TimerScenario {
  public SleepAgainstClose(String strategy, int workers, String placement) {
    super(strategy, workers, placement);
  }

  @Override
  void play() throws Exception {
    HeddleRuntime runtime = start(Clock.system());
    JoinHandle<@Nullable Void> fires = runtime.spawn(Futures.sleep(Duration.ofNanos(20_000)));
    JoinHandle<@Nullable Void> lasts = runtime.spawn(Futures.sleep(Duration.ofDays(1)));
    Thread other = new Thread(() -> sleepsOutside(runtime), "other outside");
    other.start();
    runtime.close();
    other.join(); // comes to an end too
    awaitEnd(fires);
    awaitEnd(lasts);
  }

  private static void awaitEnd(JoinHandle<@Nullable Void> sleep) throws InterruptedException {
    try {
      sleep.join();
    } catch (TaskCancelledException e) {
      check(sleep.isFinished(), "cancelled and not finished");
    }
  }

  private static void sleepsOutside(HeddleRuntime runtime) {
    try {
      runtime.blockOn(Futures.sleep(Duration.ofNanos(10_000)));
    } catch (TaskCancelledException | IllegalStateException closed) {
      // It was closed meanwhile, or before.
    } catch (TaskFailedException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
