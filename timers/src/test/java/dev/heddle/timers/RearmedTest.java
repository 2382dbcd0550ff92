package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Timers that are armed again whenever they fire, and are due at once, starve nobody. */
@ParameterizedClass
@MethodSource("dev.heddle.timers.Setup#everyStrategyAndEveryTimer")
class RearmedTest {
  private static final int OTHERS = 20;
  private static final Duration FAR = Duration.ofHours(1);

  private final Setup setup;
  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicLong firings = new AtomicLong();

  RearmedTest(Setup setup) {
    this.setup = setup;
  }

  /** Each time that its timer has fired it is given to {@code rearm}, until the stop. */
  private Future<String> rearmed(Consumer<Sleep> rearm) {
    Sleep sleep = Futures.sleep(Duration.ofNanos(1));
    return Futures.pollFn((context, result) -> {
      while (!stop.get()) {
        if (sleep.poll(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        firings.incrementAndGet();
        rearm.accept(sleep);
      }
      return result.ready("stopped");
    });
  }

  /** Its timer is in the queue whenever it is made due at once, and fires from there. */
  private Future<String> rearmedInTheQueue() {
    Sleep sleep = Futures.sleep(Duration.ofNanos(1));
    return Futures.pollFn((context, result) -> {
      if (stop.get()) {
        sleep.close();
        return result.ready("stopped");
      }
      if (sleep.poll(context) == Poll.READY) {
        firings.incrementAndGet();
        sleep.reset(FAR);
        assertThat(sleep.poll(context)).isEqualTo(Poll.PENDING);
        sleep.resetTo(context.runtime().clock().nanoTime());
      }
      return Poll.PENDING;
    });
  }

  /** As many as there are workers, and one more. */
  private void assertThatOthersGoOnBeside(List<Future<String>> rearmed) throws Exception {
    try (HeddleRuntime runtime = setup.builder().build()) {
      List<JoinHandle<String>> rearming = new ArrayList<>();
      for (Future<String> each : rearmed) {
        rearming.add(runtime.spawn(each));
      }
      List<JoinHandle<@Nullable Void>> others = new ArrayList<>();
      for (int i = 0; i < OTHERS; i++) {
        others.add(runtime.spawn(Futures.sleep(Duration.ofMillis(i % 4))));
        others.add(runtime.spawn(Futures.yieldNow()));
      }
      for (JoinHandle<@Nullable Void> other : others) {
        other.join();
      }
      long before = firings.get();
      while (firings.get() == before) {
        Thread.onSpinWait(); // they are still at it
      }
      stop.set(true);
      for (JoinHandle<String> each : rearming) {
        assertThat(each.join()).isEqualTo("stopped");
      }
    }
  }

  private List<Future<String>> oneMoreThanWorkers(Consumer<Sleep> rearm) {
    List<Future<String>> all = new ArrayList<>();
    for (int i = 0; i <= setup.workers(); i++) {
      all.add(rearmed(rearm));
    }
    return all;
  }

  @Test
  void forThePresent() throws Exception {
    assertThatOthersGoOnBeside(oneMoreThanWorkers(sleep -> sleep.reset(Duration.ZERO)));
  }

  @Test
  void forANanosecondLater() throws Exception {
    assertThatOthersGoOnBeside(oneMoreThanWorkers(sleep -> sleep.reset(Duration.ofNanos(1))));
  }

  @Test
  void forThePresentWhileInTheQueue() throws Exception {
    List<Future<String>> all = new ArrayList<>();
    for (int i = 0; i <= setup.workers(); i++) {
      all.add(rearmedInTheQueue());
    }
    assertThatOthersGoOnBeside(all);
  }
}
