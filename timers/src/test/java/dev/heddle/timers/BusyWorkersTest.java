package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Workers that always have something to do. */
class BusyWorkersTest {

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyStrategyThatTakesInjectedTasksInTurn")
  void aSleeperWakesWhileOthersNeverStopYielding(Setup setup) throws Exception {
    try (HeddleRuntime runtime = setup.builder().build()) {
      List<JoinHandle<Poll>> yielders = new ArrayList<>();
      for (int i = 0; i < 2 * runtime.workers(); i++) {
        yielders.add(
            runtime.spawn(
                new Task<Poll>() {
                  @Override
                  public Poll poll(Context context) {
                    return context.yieldNow();
                  }
                }));
      }
      runtime.spawn(Futures.sleep(Duration.ofMillis(2))).join();
      assertThat(yielders).noneMatch(JoinHandle::isFinished);
    }
  }
}
