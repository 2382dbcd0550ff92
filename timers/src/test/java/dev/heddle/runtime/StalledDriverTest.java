package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody looked at the timers for long: then everything that is due fires at once, in order. */
@ParameterizedClass
@MethodSource("queues")
class StalledDriverTest {
  private static final int TIMERS = 100;

  private final TimerQueueProvider provider;

  /** One that every queue can tell from the next. */
  private final long tickNanos;

  StalledDriverTest(TimerQueueProvider provider) {
    this.provider = provider;
    tickNanos = Math.max(provider.tickNanos(), 1_000);
  }

  static Stream<TimerQueueProvider> queues() {
    return Providers.timers().stream()
        .filter(TimerQueueProvider.class::isInstance)
        .map(TimerQueueProvider.class::cast)
        .filter(provider -> provider.unavailable().isEmpty() && !(provider instanceof NoTimer));
  }

  private static List<Integer> shuffled(long seed) {
    List<Integer> ticks = new ArrayList<>(IntStream.rangeClosed(1, TIMERS).boxed().toList());
    Collections.shuffle(ticks, new Random(seed));
    return ticks;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void oneLookFiresAllThatIsDueInOrder(long seed) {
    HandClock clock = new HandClock();
    clock.nanos = seed * 7_777_777_777L;
    long begin = clock.nanos;
    QueueTimers timers = new QueueTimers(provider.create(begin), clock);
    TimerWatch watch = timers.newWatch(() -> {});
    List<Integer> woken = new ArrayList<>();
    for (int tick : shuffled(seed)) {
      timers.insert(new TimerEntry(begin + tick * tickNanos), () -> woken.add(tick));
    }
    timers.insert(new TimerEntry(begin + (3 * TIMERS) * tickNanos), () -> woken.add(-1));
    clock.nanos = begin + 2 * TIMERS * tickNanos; // 100 ticks late, the last of them
    watch.fireDue();
    assertThat(woken).containsExactlyElementsOf(IntStream.rangeClosed(1, TIMERS).boxed().toList());
    assertThat(timers.size()).isEqualTo(1);
  }

  /** One worker polls in the order in which tasks were woken. */
  @ParameterizedTest
  @ValueSource(strings = {"current-thread", "global-queue"})
  void aClockThatJumpsWakesAllSleepersInOrder(String strategy) throws Exception {
    PausedClock clock = PausedClock.byHand(0);
    List<Integer> woken = Collections.synchronizedList(new ArrayList<>());
    try (HeddleRuntime runtime =
        HeddleRuntime.builder()
            .strategy(strategy)
            .workers(1)
            .timer((TimerProvider) provider)
            .clock(clock)
            .build()) {
      for (int tick : shuffled(TIMERS)) {
        Sleep sleep = Futures.sleep(Duration.ofNanos(tick * tickNanos));
        runtime.spawn(
            new Task<String>() {
              @Override
              public Poll poll(Context context) {
                if (sleep.poll(context) == Poll.PENDING) {
                  return Poll.PENDING;
                }
                woken.add(tick);
                return ready("slept");
              }

              @Override
              public void close() {
                sleep.close();
              }
            });
      }
      clock.awaitIdle();
      assertThat(woken).isEmpty();
      clock.advance(Duration.ofNanos(2 * TIMERS * tickNanos));
      clock.awaitIdle();
      assertThat(woken)
          .containsExactlyElementsOf(IntStream.rangeClosed(1, TIMERS).boxed().toList());
    }
  }
}
