package dev.heddle.drivers;

import static dev.heddle.drivers.Wire.ANY_PORT;
import static dev.heddle.drivers.Wire.connect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.net.TcpListener;
import dev.heddle.runtime.net.TcpStream;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever waits for I/O has his turn, whatever the others do. */
@ParameterizedClass
@MethodSource("dev.heddle.drivers.Setup#everyone")
class FairnessTest {
  private static final int ROUNDS = 200;

  private final Setup setup;

  FairnessTest(Setup setup) {
    this.setup = setup;
  }

  /** Runnable for ever, until it is aborted. */
  private static final class Yielding extends Task<@Nullable Void> {
    @Override
    public Poll poll(Context context) {
      return context.yieldNow();
    }
  }

  private static void exchange(Socket socket) throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      socket.getOutputStream().write(i);
      assertThat(socket.getInputStream().read()).isEqualTo((byte) i & 0xff);
    }
  }

  @Test
  void tasksThatOnlyYieldDoNotKeepOthersFromTheirSockets() throws Exception {
    try (HeddleRuntime runtime = setup.build()) {
      TcpListener listener = runtime.net().listen(ANY_PORT);
      runtime.spawn(new Echo.Server(listener));
      List<JoinHandle<?>> yielding = new ArrayList<>();
      for (int i = 0; i < 2 * setup.workers(); i++) {
        yielding.add(runtime.spawn(new Yielding()));
      }
      try (Socket socket = connect(listener)) {
        exchange(socket);
      }
      yielding.forEach(JoinHandle::abort);
    }
  }

  /** Looks after each poll of its own whether the driver was polled, and how long ago. */
  private static final class Watching extends Task<Integer> {
    private final Polled driver;
    private int seen = -1;
    private int since;
    private int most;
    private int left = 10_000;

    Watching(Polled driver) {
      this.driver = driver;
    }

    @Override
    public Poll poll(Context context) {
      since = driver.polls == seen ? since + 1 : 0;
      seen = driver.polls;
      most = Math.max(most, since);
      return --left > 0 ? context.yieldNow() : ready(most);
    }
  }

  @Test
  void theDriverIsPolledEverySixtyOnePollsAtLeast() throws Exception {
    assumeTrue(setup.strategy().equals("current-thread"), "one worker, whose polls can be counted");
    AtomicReference<@Nullable Polled> polled = new AtomicReference<>();
    Inside inside =
        new Inside(setup.driver()) {
          @Override
          public Reactor open(Options options, boolean oneThread) throws IOException {
            Polled one = new Polled(super.open(options, oneThread));
            polled.set(one);
            return one;
          }
        };
    try (HeddleRuntime runtime = inside.build(setup.builder())) {
      List<JoinHandle<Integer>> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        all.add(runtime.spawn(new Watching(Objects.requireNonNull(polled.get()))));
      }
      for (JoinHandle<Integer> each : all) {
        assertThat(each.join()).isLessThanOrEqualTo(61);
      }
    }
  }

  /** A poll that goes on until it is told to end, on some worker. */
  private record LongPoll(CountDownLatch begun, CountDownLatch mayEnd) {
    LongPoll() {
      this(new CountDownLatch(1), new CountDownLatch(1));
    }

    Task<Boolean> task() {
      return new Task<>() {
        @Override
        public Poll poll(Context context) throws InterruptedException {
          begun.countDown();
          mayEnd.await();
          return ready(true);
        }
      };
    }
  }

  /**
   * Whichever worker it is that does not come back: another one waits for I/O in its place. Where
   * each worker waits for its own sockets, that is so for those of the others only.
   */
  @Test
  void aLongPollKeepsNoOtherWorkerFromItsSockets() throws Exception {
    assumeTrue(setup.strategy().equals("work-stealing"), "another worker takes what is runnable");
    boolean perWorker = setup.driver().endsWith("per-worker");
    for (int i = 0; i < 10; i++) {
      try (HeddleRuntime runtime = setup.build()) {
        LongPoll busy = new LongPoll();
        try {
          if (perWorker) {
            runtime.spawn(busy.task());
            busy.begun.await();
          }
          // In a task: so the listener is one of the worker that is free.
          InetSocketAddress address =
              runtime
                  .spawn(
                      Futures.<InetSocketAddress>pollFn((context, result) -> {
                        TcpListener listener = context.runtime().net().listen(ANY_PORT);
                        context.runtime().spawn(new Echo.Server(listener));
                        return result.ready(listener.localAddress());
                      }))
                  .join();
          try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            if (!perWorker) {
              exchange(socket);
              runtime.spawn(busy.task());
              busy.begun.await();
            }
            exchange(socket);
          }
        } finally {
          busy.mayEnd.countDown();
        }
      }
    }
  }

  /** Many wake-ups from outside, while the driver has events: none is lost. */
  @Test
  void wakeUpsAndEventsDoNotLoseEachOther() throws Exception {
    try (HeddleRuntime runtime = setup.build();
        ExecutorService threads = Executors.newCachedThreadPool()) {
      TcpListener listener = runtime.net().listen(ANY_PORT);
      runtime.spawn(new Echo.Server(listener));
      List<java.util.concurrent.Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        all.add(
            threads.submit(() -> {
              for (int n = 0; n < 5_000; n++) {
                runtime.spawn(Futures.ready(n)).join();
              }
              return null;
            }));
        all.add(
            threads.submit(() -> {
              try (Socket socket = connect(listener)) {
                socket.setTcpNoDelay(true);
                for (int n = 0; n < 10; n++) {
                  exchange(socket);
                }
              }
              return null;
            }));
      }
      for (java.util.concurrent.Future<?> each : all) {
        each.get();
      }
    }
  }

  /** A worker in its driver is at a safepoint, however long it waits. */
  @Test
  void whoWaitsForIoDoesNotHoldUpTheCollector() throws Exception {
    try (HeddleRuntime runtime = setup.build()) {
      TcpListener listener = runtime.net().listen(ANY_PORT);
      JoinHandle<TcpStream> accepting = runtime.spawn(listener.accept());
      for (int i = 0; i < 3; i++) {
        Thread.sleep(5); // until they wait, if they are quick
        System.gc();
      }
      assertThat(accepting.isFinished()).isFalse();
    }
  }
}
