package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import dev.heddle.runtime.spi.TimerService;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Workloads on timers by themselves. */
class AloneTest {
  private static final int SIZE = 1_000;

  static Stream<String> timers() {
    return Providers.timers().stream()
        .filter(timer -> timer.unavailable().isEmpty() && !timer.name().equals("none"))
        .map(TimerProvider::name);
  }

  static Stream<String> queues() {
    return timers().filter(name -> Providers.timer(name) instanceof TimerQueueProvider);
  }

  @ParameterizedTest
  @MethodSource("timers")
  void whatIsInsertedIsCancelled(String timer) throws InterruptedException {
    TimerInsertCancel workload = new TimerInsertCancel(100);
    workload.size = SIZE;
    AloneState state = state(timer);
    workload.fill(state);
    for (int i = 0; i < 20; i++) {
      workload.draw();
      workload.cancelTheSame(state);
      workload.cancelAnother(state);
    }
    workload.close();
  }

  @ParameterizedTest
  @MethodSource("queues")
  void ofAHundredTimeOutsOneFires(String timer) {
    TimerChurn workload = new TimerChurn(100);
    workload.size = SIZE;
    workload.fill(state(timer));
    for (int i = 0; i < 500; i++) {
      workload.draw();
      workload.run();
    }
    assertThat(workload.firedPercent()).isCloseTo(1.0, within(0.2));
  }

  @ParameterizedTest
  @MethodSource("queues")
  void asManyTimersFireAsShould(String timer) {
    TimerExpire workload = new TimerExpire();
    workload.size = SIZE;
    workload.fill(state(timer));
    for (int i = 0; i < 20; i++) {
      workload.refill();
      workload.run();
    }
  }

  @Test
  void aYearPassesAtOnceAlsoWhereTimeWraps() {
    TimerEmptyJump workload = new TimerEmptyJump();
    workload.fill(state("timer-wheel"));
    assertThatNoException().isThrownBy(() -> workload.run(700));
  }

  @Test
  void aTimerThatIsLostFailsWhoeverCancelsIt() {
    TimerInsertCancel workload = new TimerInsertCancel(100);
    workload.size = SIZE;
    workload.fill(new AloneQueue(new Losing(wheel()), SIZE, new SplittableRandom(1)));
    workload.draw();
    assertThatThrownBy(() -> workload.cancelTheSame(state("timer-wheel")))
        .isInstanceOf(WorkloadFailure.class)
        .hasMessageMatching("timer-insert-cancel: expected 100 cancels, found 9\\d");
    assertThatThrownBy(() -> workload.cancelAnother(state("timer-wheel")))
        .isInstanceOf(WorkloadFailure.class)
        .hasMessageMatching("timer-cancel-random: expected 100 cancels, found 9\\d");
  }

  @Test
  void aServiceThatFiresAnHourEarlyFails() {
    TimerInsertCancel workload = new TimerInsertCancel(100);
    workload.size = SIZE;
    workload.fill(new AloneService<>(new Hasty(), SIZE, new SplittableRandom(1)));
    assertThatThrownBy(() -> workload.cancelTheSame(state("timer-wheel")))
        .hasMessage(
            "timer-insert-cancel: expected no timer to be due, found one that was, an hour early");
  }

  @Test
  void aTimerThatIsLostFailsTheTimeOuts() {
    TimerChurn workload = new TimerChurn(100);
    workload.size = SIZE;
    workload.fill(new Losing(wheel()));
    workload.draw();
    assertThatThrownBy(workload::run)
        .isInstanceOf(WorkloadFailure.class)
        .hasMessageStartingWith("timer-churn: expected 100 cancels, found ");
  }

  @Test
  void aTimerThatIsLostFailsTheExpiry() {
    TimerExpire workload = new TimerExpire();
    workload.size = SIZE;
    workload.fill(new Losing(wheel()));
    assertThatThrownBy(workload::refill)
        .isInstanceOf(WorkloadFailure.class)
        .hasMessageStartingWith("timer-expire: expected 1000 active timers, found 9");
  }

  @Test
  void aTimerThatIsEarlyFails() {
    TimerExpire expire = new TimerExpire();
    expire.size = SIZE;
    expire.fill(new Early(wheel()));
    assertThatThrownBy(expire::run).hasMessageContaining("expected 0 timers that were early");
  }

  @Test
  void aTimerThatIsLostFailsTheJump() {
    TimerEmptyJump lost = new TimerEmptyJump();
    lost.fill(new Losing(wheel()), Providers.timer("timer-wheel"));
    assertThatThrownBy(() -> lost.run(100))
        .hasMessageStartingWith(
            "timer-empty-jump: expected 100 timers, each once and in time, found 9");
  }

  @Test
  void tooFewToFireAHundredAreRefused() {
    TimerExpire workload = new TimerExpire();
    workload.size = 999;
    assertThatThrownBy(() -> workload.fill(wheel()))
        .hasMessage("timer-expire: expected a size of 1000 or more, found 999");
  }

  private static AloneState state(String timer) {
    AloneState state = new AloneState();
    state.timer = timer;
    return state;
  }

  private static TimerQueue wheel() {
    return state("timer-wheel").queue();
  }

  /** Loses every 37th timer. */
  private static final class Losing implements TimerQueue {
    private final TimerQueue queue;
    private int inserted;

    Losing(TimerQueue queue) {
      this.queue = queue;
    }

    @Override
    public void insert(TimerEntry entry) {
      if (++inserted % 37 != 0) {
        queue.insert(entry);
      }
    }

    @Override
    public boolean cancel(TimerEntry entry) {
      return queue.cancel(entry);
    }

    @Override
    public void expire(long nowNanos, Consumer<? super TimerEntry> due) {
      queue.expire(nowNanos, due);
    }

    @Override
    public long nextDeadlineNanos() {
      return queue.nextDeadlineNanos();
    }

    @Override
    public int size() {
      return queue.size();
    }
  }

  /** Is a second ahead. */
  private static final class Early implements TimerQueue {
    private final TimerQueue queue;

    Early(TimerQueue queue) {
      this.queue = queue;
    }

    @Override
    public void insert(TimerEntry entry) {
      queue.insert(entry);
    }

    @Override
    public boolean cancel(TimerEntry entry) {
      return queue.cancel(entry);
    }

    @Override
    public void expire(long nowNanos, Consumer<? super TimerEntry> due) {
      queue.expire(nowNanos + 1_000_000_000, due);
    }

    @Override
    public long nextDeadlineNanos() {
      return queue.nextDeadlineNanos();
    }

    @Override
    public int size() {
      return queue.size();
    }
  }

  /** Fires at once, and still holds what it fired. */
  private static final class Hasty implements TimerService<Runnable> {
    @Override
    public Runnable schedule(long deadlineNanos, Runnable due) {
      due.run();
      return due;
    }

    @Override
    public boolean cancel(Runnable timer) {
      return true;
    }

    @Override
    public int size() {
      return 0;
    }

    @Override
    public void shutdown() {}
  }
}
