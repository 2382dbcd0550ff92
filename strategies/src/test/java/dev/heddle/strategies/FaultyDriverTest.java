package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinSet;
import dev.heddle.runtime.Parker;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.ThreadParker;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import dev.heddle.runtime.sync.Oneshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A worker that dies in the driver ends the runtime: loudly, and nobody waits for ever. */
@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyPolicy")
class FaultyDriverTest {
  private final Setup setup;
  private final Error fault = new LinkageError("on purpose");
  private final AtomicReference<@Nullable Place> armed = new AtomicReference<>();
  private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private Thread.@Nullable UncaughtExceptionHandler before;

  FaultyDriverTest(Setup setup) {
    this.setup = setup;
  }

  @BeforeEach
  void listen() {
    before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
  }

  @AfterEach
  void stopListening() {
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  enum Place {
    PARK,
    UNPARK,
    POLL,
    CLOSE
  }

  private void reach(Place place) {
    if (armed.compareAndSet(place, null)) {
      throw fault;
    }
  }

  /** Waits as without a driver, but throws once in the place that was armed. */
  private final class Faulty implements DriverProvider {
    @Override
    public String name() {
      return "faulty";
    }

    @Override
    public String summary() {
      return "throws";
    }

    @Override
    public Reactor open(Options options, boolean oneThread) {
      Parker parker = new ThreadParker();
      return new Reactor() {
        @Override
        public void close() {
          reach(Place.CLOSE);
        }

        @Override
        public void park(long deadlineNanos) {
          reach(Place.PARK);
          parker.park(deadlineNanos);
        }

        @Override
        public void poll() {
          reach(Place.POLL);
        }

        @Override
        public void unpark() {
          reach(Place.UNPARK);
          parker.unpark();
        }
      };
    }
  }

  private FutureTask<Object> onAThread(Callable<Object> blocks) {
    FutureTask<Object> task = new FutureTask<>(blocks);
    threads.add(Thread.ofPlatform().daemon().start(task));
    return task;
  }

  /** Whoever comes after the failure is refused, which is told otherwise. */
  private static void awaitBlocked(Thread thread) {
    while (true) {
      Object blocker = LockSupport.getBlocker(thread); // the runtime's, not a class loader's lock
      if (blocker != null && blocker.getClass().getName().startsWith("dev.heddle.")) {
        return;
      }
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "CLOSE", mode = EnumSource.Mode.EXCLUDE)
  void everybodyWhoWaitsIsTold(Place place) throws Exception {
    HeddleRuntime runtime = setup.builder().driver(new Faulty()).build();
    Probe<String> task = Probe.idle();
    runtime.spawn(task);
    task.awaitPoll();
    List<FutureTask<Object>> waiting = new ArrayList<>();
    waiting.add(onAThread(task::join));
    waiting.add(onAThread(() -> runtime.blockOn(new Oneshot<String>())));
    waiting.add(
        onAThread(() -> {
          JoinSet<String> set = new JoinSet<>(runtime);
          set.spawn(Probe.idle());
          return runtime.blockOn(set.joinNext()).value();
        }));
    for (Thread thread : threads) {
      awaitBlocked(thread);
    }
    armed.set(place);
    while (uncaught.isEmpty()) {
      task.wake();
      Thread.onSpinWait();
    }
    for (FutureTask<Object> thread : waiting) {
      assertThat(thread)
          .failsWithin(Duration.ofMinutes(1))
          .withThrowableOfType(ExecutionException.class)
          .havingCause()
          .isInstanceOf(TaskCancelledException.class)
          .withCause(fault);
    }
    runtime.close();
    assertThat(uncaught).containsExactly(fault);
    assertThat(task.closes()).isEqualTo(1);
    assertThatIllegalStateException()
        .isThrownBy(() -> runtime.spawn(Probe.of("late")))
        .withMessage("the runtime has failed")
        .withCause(fault);
  }

  @Test
  void aDriverThatCannotBeClosedKeepsNobodyWaiting() {
    HeddleRuntime runtime = setup.builder().driver(new Faulty()).build();
    armed.set(Place.CLOSE);
    runtime.close();
    assertThat(uncaught).containsExactly(fault);
  }
}
