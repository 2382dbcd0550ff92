package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.runtime.spi.TimerService;
import dev.heddle.runtime.spi.TimerServiceProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What every service promises by itself, without a runtime. */
@ParameterizedClass
@MethodSource("services")
class ServicesTest {
  private final List<Thread> threads = new ArrayList<>();
  private final Timers<?> timers;

  ServicesTest(TimerServiceProvider provider) {
    timers = Timers.of(provider.create(this::thread));
  }

  static Stream<TimerProvider> services() {
    return Providers.timers().stream()
        .filter(TimerServiceProvider.class::isInstance)
        .filter(timer -> timer.unavailable().isEmpty());
  }

  private Thread thread(Runnable body) {
    Thread thread = Thread.ofPlatform().daemon().unstarted(body);
    threads.add(thread);
    return thread;
  }

  /** A service and its handles, of one type that a test need not know. */
  private record Timers<H>(TimerService<H> service, List<H> handles) {
    static <H> Timers<H> of(TimerService<H> service) {
      return new Timers<>(service, new ArrayList<>());
    }

    void schedule(long deadlineNanos, Runnable due) {
      handles.add(service.schedule(deadlineNanos, due));
    }

    boolean cancel(int timer) {
      return service.cancel(handles.get(timer));
    }
  }

  @AfterEach
  void shutdown() throws InterruptedException {
    timers.service.shutdown();
  }

  /** Whatever it rounds, and wherever in its tick a deadline falls. */
  @Test
  void noTimerIsEverEarly() throws Exception {
    int count = 20_000;
    SplittableRandom random = new SplittableRandom(42);
    AtomicLong earliest = new AtomicLong(Long.MAX_VALUE);
    CountDownLatch fired = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      long deadline = System.nanoTime() + random.nextLong(20_000_000);
      timers.schedule(
          deadline,
          () -> {
            earliest.accumulateAndGet(System.nanoTime() - deadline, Math::min);
            fired.countDown();
          });
    }
    fired.await();
    assertThat(earliest.get()).as("nanoseconds late").isNotNegative();
  }

  @Test
  void whatHasPassedFiresAndWhatLies292YearsAheadDoesNot() throws Exception {
    AtomicInteger farAhead = new AtomicInteger();
    CountDownLatch passed = new CountDownLatch(2);
    long now = System.nanoTime();
    timers.schedule(now + Long.MAX_VALUE, farAhead::incrementAndGet);
    timers.schedule(now - 1_000_000_000, passed::countDown);
    timers.schedule(now - (1L << 62), passed::countDown);
    passed.await();
    assertThat(farAhead.get()).isZero();
    assertThat(timers.cancel(0)).isTrue();
  }

  @Test
  void whatIsCancelledLeavesNothingBehind() {
    int count = 10_000;
    long deadline = System.nanoTime() + 3_600_000_000_000L;
    for (int i = 0; i < count; i++) {
      timers.schedule(deadline + i, () -> {});
    }
    for (int i = 0; i < count; i++) {
      assertThat(timers.cancel(i)).isTrue();
    }
    while (timers.service.size() > 0) {
      Thread.onSpinWait(); // it may hear of it on its own thread
    }
    assertThat(timers.cancel(0)).as("again").isFalse();
  }

  @Test
  void theShutdownEndsItsThreadAndDropsWhatIsLeft() throws Exception {
    AtomicInteger called = new AtomicInteger();
    timers.schedule(System.nanoTime() + 3_600_000_000_000L, called::incrementAndGet);
    assertThat(threads).singleElement().matches(Thread::isAlive, "alive");
    timers.service.shutdown();
    timers.service.shutdown();
    assertThat(threads).noneMatch(Thread::isAlive);
    assertThat(called.get()).isZero();
  }

  @Test
  void whatWasNeverUsedHasNoThread() throws Exception {
    timers.service.shutdown();
    assertThat(threads).noneMatch(Thread::isAlive);
  }
}
