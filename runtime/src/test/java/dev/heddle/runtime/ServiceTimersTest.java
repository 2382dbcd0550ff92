package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.TimerService;
import dev.heddle.runtime.spi.TimerServiceProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What comes between futures and a service whose thread is the test. */
class ServiceTimersTest {
  private final List<Throwable> failures = new ArrayList<>();
  private final List<String> woken = new ArrayList<>();
  private final HandService service = new HandService();
  private final Timers timers = ServiceTimers.start(service, Clock.system(), failures::add);

  /** Far enough that nobody takes it for due. */
  private final long later = System.nanoTime() + Long.MAX_VALUE / 4;

  private final TimerEntry entry = new TimerEntry(later);

  /** Notes what it is asked, and does nothing by itself. */
  private static final class HandService implements TimerServiceProvider, TimerService<Integer> {
    final List<Runnable> scheduled = new ArrayList<>();
    final List<Long> deadlines = new ArrayList<>();
    final List<Integer> cancelled = new ArrayList<>();
    @Nullable RuntimeException fault;
    @Nullable ThreadFactory threads;

    @Override
    public String name() {
      return "hand-service";
    }

    @Override
    public String summary() {
      return "a test decides";
    }

    @Override
    public TimerService<?> create(ThreadFactory threads) {
      this.threads = threads;
      return this;
    }

    @Override
    public Integer schedule(long deadlineNanos, Runnable due) {
      throwFault();
      scheduled.add(due);
      deadlines.add(deadlineNanos);
      return scheduled.size() - 1;
    }

    /** It never knows. */
    @Override
    public boolean cancel(Integer timer) {
      cancelled.add(timer);
      return false;
    }

    @Override
    public int size() {
      return scheduled.size() - cancelled.size();
    }

    @Override
    public void shutdown() {
      throwFault();
    }

    void fire(int timer) {
      scheduled.get(timer).run();
    }

    private void throwFault() {
      if (fault != null) {
        throw fault;
      }
    }
  }

  private Waker waking(String name) {
    return () -> woken.add(name);
  }

  @Test
  void aTimerThatFiresWakesOnce() {
    timers.insert(entry, waking("inserted"));
    assertThat(service.deadlines).containsExactly(later);
    service.fire(0);
    service.fire(0);
    assertThat(woken).containsExactly("inserted");
    assertThat(timers.await(entry, waking("too late"))).isFalse();
    assertThat(timers.cancel(entry)).as("still to come").isFalse();
  }

  @Test
  void onlyTheWakerOfTheLatestPollIsCalled() {
    timers.insert(entry, waking("first"));
    assertThat(timers.await(entry, waking("second"))).isTrue();
    assertThat(timers.wakes(entry, waking("third"))).isFalse();
    service.fire(0);
    assertThat(woken).containsExactly("second");
    assertThat(service.scheduled).hasSize(1);
  }

  /** Another thread, as a monitor lets its owner in again. */
  @Test
  void aWakerIsCalledUnderNoMonitor() {
    timers.insert(
        entry,
        () -> {
          Thread other =
              Thread.ofPlatform().start(() -> woken.add("fired " + !timers.await(entry, () -> {})));
          try {
            synchronized (entry) {
              // whoever held it would hold it still
            }
            other.join();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    service.fire(0);
    assertThat(woken).containsExactly("fired true");
  }

  @Test
  void whatIsCancelledWakesNobodyEvenIfTheServiceHearsOfItTooLate() {
    timers.insert(entry, waking("inserted"));
    assertThat(timers.cancel(entry)).as("still to come").isTrue();
    assertThat(timers.cancel(entry)).as("still to come").isFalse();
    assertThat(service.cancelled).containsExactly(0);
    service.fire(0);
    assertThat(woken).isEmpty();
    assertThat(entry.fired).isFalse();
  }

  @Test
  void whatIsResetFiresAtTheNewTimeAloneEvenIfTheServiceHearsOfItTooLate() {
    timers.insert(entry, waking("inserted"));
    assertThat(timers.reset(entry, later + 1)).as("still to come").isTrue();
    assertThat(service.cancelled).containsExactly(0);
    assertThat(service.deadlines).containsExactly(later, later + 1);
    service.fire(0);
    assertThat(woken).isEmpty();
    service.fire(1);
    assertThat(woken).containsExactly("inserted");
  }

  @Test
  void whatIsResetAfterItFiredWaitsForAPoll() {
    timers.insert(entry, waking("inserted"));
    service.fire(0);
    assertThat(timers.reset(entry, later + 1)).as("still to come").isFalse();
    assertThat(service.scheduled).hasSize(1);
    assertThat(timers.await(entry, waking("polled"))).isTrue();
    service.fire(1);
    assertThat(woken).containsExactly("inserted", "polled");
  }

  @Test
  void whatIsResetAfterItFiredToWhatHasPassedIsDueAtThePoll() {
    timers.insert(entry, waking("inserted"));
    service.fire(0);
    timers.reset(entry, System.nanoTime() - 1);
    assertThat(timers.await(entry, waking("polled"))).isFalse();
    assertThat(entry.fired).isTrue();
    assertThat(service.scheduled).hasSize(1);
  }

  @Test
  void whatTheServiceRefusesFailsTheSleeper() {
    service.fault = new IllegalStateException("full");
    assertThatIllegalStateException()
        .isThrownBy(() -> timers.insert(entry, waking("inserted")))
        .withMessage("full");
    assertThat(timers.cancel(entry)).as("still to come").isFalse();
  }

  /** A poll that outlives the runtime: it is cancelled as soon as it ends. */
  @Test
  void whatTheServiceRefusesAfterItsEndJustNeverFires() throws Exception {
    timers.shutdown();
    service.fault = new IllegalStateException("ended");
    timers.insert(entry, waking("inserted"));
    assertThat(timers.cancel(entry)).as("still to come").isFalse();
  }

  @Test
  void aWakerThatThrowsIsAFailureOfTheRuntimeAndNotOfTheService() {
    RuntimeException thrown = new RuntimeException("on purpose");
    timers.insert(
        entry,
        () -> {
          throw thrown;
        });
    service.fire(0);
    assertThat(failures).containsExactly(thrown);
  }

  @Test
  void aServiceThatCannotEndIsAFailureOfTheRuntime() throws Exception {
    service.fault = new RuntimeException("on purpose");
    timers.shutdown();
    assertThat(failures).containsExactly(service.fault);
  }

  @Test
  void aServiceGoesByNoClockButItsOwn() {
    Clock other =
        new Clock() {
          @Override
          public long nanoTime() {
            return 0;
          }
        };
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            HeddleRuntime.builder()
                .strategy(new FifoStrategy(), Options.defaults())
                .workers(1)
                .timer(service)
                .clock(other)
                .build())
        .withMessage(
            "timer was 'hand-service', which has a thread of its own and goes by System.nanoTime;"
                + " with another clock choose timers that the runtime drives, such as timer-wheel");
  }

  /** Its thread dies of a fault of its own: nobody would fire timers any more. */
  @Test
  void aServiceWhoseThreadDiesFailsTheRuntime() throws Exception {
    RuntimeException death = new RuntimeException("on purpose");
    try (HeddleRuntime runtime =
        HeddleRuntime.builder()
            .strategy(new FifoStrategy(), Options.defaults())
            .workers(1)
            .timer(service)
            .build()) {
      var sleeper = runtime.spawn(Futures.sleep(Duration.ofHours(1)));
      Thread thread =
          Objects.requireNonNull(service.threads)
              .newThread(() -> {
                throw death;
              });
      assertThat(thread.isDaemon()).isTrue();
      thread.setUncaughtExceptionHandler((where, thrown) -> failures.add(thrown));
      thread.start();
      thread.join();
      assertThatExceptionOfType(TaskCancelledException.class)
          .isThrownBy(sleeper::join)
          .withCause(death);
    }
    assertThat(failures).containsExactly(death);
  }

  @Test
  void whoWaitsForATimerThatCannotBeScheduledAnewIsWokenAndHearsOfItFromItsPoll() {
    timers.insert(entry, waking("sleeper"));
    RuntimeException fault = new RuntimeException("on purpose");
    service.fault = fault;
    assertThatThrownBy(() -> timers.reset(entry, later + 1)).isSameAs(fault);
    assertThat(woken).containsExactly("sleeper");
    assertThat(entry.fired).isFalse();
    assertThatThrownBy(() -> timers.await(entry, waking("polled"))).isSameAs(fault);
    service.fault = null;
    assertThat(timers.await(entry, waking("polled"))).isTrue();
    assertThat(service.deadlines).containsExactly(later, later + 1);
    service.fire(1);
    assertThat(woken).containsExactly("sleeper", "polled");
  }
}
