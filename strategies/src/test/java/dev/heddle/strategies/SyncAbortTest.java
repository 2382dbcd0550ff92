package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Future;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.sync.Mpsc;
import dev.heddle.runtime.sync.Mutex;
import dev.heddle.runtime.sync.Notify;
import dev.heddle.runtime.sync.Semaphore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Aborts that race with what the aborted task waits for: it is had by somebody, or still there, but
 * never gone with the task.
 */
@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyStrategy")
class SyncAbortTest {
  private static final int ROUNDS = 100;

  private final Setup setup;
  private HeddleRuntime runtime;

  @SuppressWarnings("NullAway.Init") // in open()
  SyncAbortTest(Setup setup) {
    this.setup = setup;
  }

  @BeforeEach
  void open() {
    runtime = setup.start();
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  /** Whether it had its value, and was not aborted before. */
  private static boolean finished(JoinHandle<?> handle) throws InterruptedException {
    try {
      handle.join();
      return true;
    } catch (TaskCancelledException aborted) {
      return false;
    }
  }

  /** Three tasks that wait in line; their value is what they waited for. */
  private <T extends @Nullable Object> List<JoinHandle<T>> threeWaiting(Supplier<Future<T>> wait)
      throws InterruptedException {
    List<JoinHandle<T>> handles = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Future<T> future = wait.get();
      CountDownLatch inLine = new CountDownLatch(1);
      Probe<T> task =
          new Probe<>(
              (self, context) -> {
                Poll poll = future.poll(context);
                inLine.countDown();
                return poll == Poll.PENDING ? Poll.PENDING : self.done(future.value());
              },
              future::close);
      handles.add(runtime.spawn(task));
      inLine.await();
    }
    return handles;
  }

  @Test
  void aMutexIsNeverLostWithAWaiter() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Mutex mutex = new Mutex();
      Mutex.Guard guard = Objects.requireNonNull(mutex.tryLock());
      List<JoinHandle<Mutex.Guard>> waiting = threeWaiting(mutex::lock);
      Thread aborter = Thread.ofPlatform().start(waiting.getFirst()::abort);
      guard.close();
      for (JoinHandle<Mutex.Guard> handle : waiting) {
        if (finished(handle)) {
          handle.value().close();
        }
      }
      aborter.join();
      assertThat(mutex.tryLock()).as("free again").isNotNull();
    }
  }

  @Test
  void noPermitIsLostWithAWaiter() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Semaphore semaphore = new Semaphore(1);
      List<JoinHandle<Semaphore.Permit>> waiting = threeWaiting(() -> semaphore.acquire(2));
      Thread aborter = Thread.ofPlatform().start(waiting.getFirst()::abort);
      semaphore.release(1);
      for (JoinHandle<Semaphore.Permit> handle : waiting) {
        if (finished(handle)) {
          handle.value().close();
        }
      }
      aborter.join();
      assertThat(semaphore.availablePermits()).isEqualTo(2);
    }
  }

  @Test
  void noNotificationIsLostWithAWaiter() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Notify notify = new Notify();
      List<JoinHandle<@Nullable Void>> waiting = threeWaiting(notify::notified);
      Thread aborter = Thread.ofPlatform().start(waiting.getFirst()::abort);
      notify.notifyOne();
      if (!finished(waiting.getFirst())) {
        assertThat(finished(waiting.get(1))).isTrue();
      }
      aborter.join();
      notify.notifyWaiters();
    }
  }

  @Test
  void roomInAChannelIsNeverLostWithASender() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Mpsc.Bounded<String> channel = Mpsc.bounded(1);
      assertThat(channel.sender().trySend("first")).isEqualTo(Mpsc.Outcome.SENT);
      List<JoinHandle<Boolean>> waiting = threeWaiting(() -> channel.sender().send("next"));
      Thread aborter = Thread.ofPlatform().start(waiting.getFirst()::abort);
      Mpsc.Receiver<String> receiver = channel.receiver();
      assertThat(receiver.tryReceive()).isEqualTo("first");
      for (JoinHandle<Boolean> handle : waiting) {
        if (finished(handle)) {
          assertThat(handle.value()).isTrue();
          assertThat(receiver.tryReceive()).isEqualTo("next");
        }
      }
      aborter.join();
      assertThat(receiver.tryReceive()).isNull();
      assertThat(channel.sender().trySend("last")).isEqualTo(Mpsc.Outcome.SENT);
    }
  }

  @Test
  void noMessageIsLostWithAReceive() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
      Future<@Nullable Integer> receive = channel.receiver().receive();
      Probe<@Nullable Integer> task =
          new Probe<>(
              (self, context) ->
                  receive.poll(context) == Poll.PENDING ? Poll.PENDING : self.done(receive.value()),
              receive::close);
      JoinHandle<@Nullable Integer> handle = runtime.spawn(task);
      task.awaitPoll();
      Thread aborter = Thread.ofPlatform().start(handle::abort);
      channel.sender().send(round);
      Integer got = finished(handle) ? handle.value() : channel.receiver().tryReceive();
      assertThat(got).isEqualTo(round);
      aborter.join();
    }
  }
}
