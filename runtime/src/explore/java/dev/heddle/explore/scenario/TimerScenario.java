package dev.heddle.explore.scenario;

import dev.heddle.runtime.Clock;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.spi.Options;
import java.util.List;

/** A scenario on a runtime with timers, for all its workers or for each. Leaves none behind. */
abstract class TimerScenario extends RuntimeScenario {
  private final String placement;
  private final ListTimer timer = new ListTimer();

  /**
   * @param placement as on the command line
   */
  TimerScenario(String strategy, int workers, String placement) {
    super(strategy, workers);
    this.placement = placement;
  }

  final HeddleRuntime start(Clock clock) {
    return builder()
        .timer(timer, Options.parse(timer.options(), List.of("placement=" + placement)))
        .clock(clock)
        .build();
  }

  @Override
  public final void run() throws Exception {
    play();
    check(timer.left() == 0, timer.left() + " timers were left behind");
  }

  /** The whole life of a runtime. */
  abstract void play() throws Exception;
}
