package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.TaskFailedException;
import dev.heddle.runtime.sync.Oneshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyStrategy")
class SpawnAndJoinTest {
  private final HeddleRuntime runtime;

  SpawnAndJoinTest(Setup setup) {
    runtime = setup.start();
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  @Test
  void aTaskSpawnedFromOutsideGivesItsValue() throws Exception {
    assertThat(runtime.spawn(Probe.of("value")).join()).isEqualTo("value");
  }

  @Test
  void nullIsAValue() throws Exception {
    assertThat(runtime.spawn(Probe.<@Nullable String>of(null)).join()).isNull();
  }

  @Test
  void aTaskJoinsATaskItSpawned() throws Exception {
    Probe<Integer> child = Probe.of(20);
    Probe<Integer> parent =
        new Probe<>((self, context) -> {
          if (self.polls() == 1) {
            context.runtime().spawn(child);
          }
          return child.pollJoin(context) == Poll.READY
              ? self.done(child.value() + 1)
              : Poll.PENDING;
        });
    assertThat(runtime.spawn(parent).join()).isEqualTo(21);
  }

  @Test
  void aPlainFutureIsPolledToItsValueAndClosedOnce() throws Exception {
    AtomicInteger closes = new AtomicInteger();
    Future<String> future =
        new Future<>() {
          private final Future<@Nullable Void> yield = Futures.yieldNow();

          @Override
          public Poll poll(Context context) throws Exception {
            return yield.poll(context);
          }

          @Override
          public String value() {
            return "value";
          }

          @Override
          public void close() {
            closes.incrementAndGet();
          }
        };
    assertThat(runtime.spawn(future).join()).isEqualTo("value");
    assertThat(closes).hasValue(1);
  }

  @Test
  void anyNumberOfTasksAndThreadsJoinOneTask() throws Exception {
    Oneshot<String> signal = new Oneshot<>();
    JoinHandle<String> joined = runtime.spawn(signal);
    List<JoinHandle<String>> tasks = new ArrayList<>();
    List<FutureTask<String>> threads = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      tasks.add(runtime.spawn(joined.future()));
      FutureTask<String> thread = new FutureTask<>(joined::join);
      Thread.ofPlatform().daemon().start(thread);
      threads.add(thread);
    }
    signal.send("value");
    for (JoinHandle<String> task : tasks) {
      assertThat(task.join()).isEqualTo("value");
    }
    for (FutureTask<String> thread : threads) {
      assertThat(thread.get()).isEqualTo("value");
    }
  }

  @Test
  void aFinishedTaskCanBeJoinedAgain() throws Exception {
    JoinHandle<String> handle = runtime.spawn(Probe.of("value"));
    assertThat(handle.join()).isEqualTo("value");
    assertThat(handle.join()).isEqualTo("value");
    assertThat(handle.isFinished()).isTrue();
  }

  @Test
  void aWaitingTaskIsNotFinishedAndHasNoValue() throws Exception {
    Oneshot<String> signal = new Oneshot<>();
    JoinHandle<String> handle = runtime.spawn(signal);
    assertThat(handle.isFinished()).isFalse();
    assertThatIllegalStateException()
        .isThrownBy(handle::value)
        .withMessage("the task is not finished");
    signal.send("value");
    handle.join();
    assertThat(handle.isFinished()).isTrue();
  }

  @Test
  void aBlockingJoinOnAWorkerIsRefused() {
    JoinHandle<String> other = runtime.spawn(Probe.idle());
    JoinHandle<String> handle =
        runtime.spawn(new Probe<>((self, context) -> self.done(other.join())));
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(handle::join)
        .havingCause()
        .isInstanceOf(IllegalStateException.class)
        .withMessageContaining("pollJoin");
  }

  @Test
  void anInterruptedJoinLeavesTheTaskRunning() throws Exception {
    Oneshot<String> signal = new Oneshot<>();
    JoinHandle<String> handle = runtime.spawn(signal);
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(handle::join);
    signal.send("value");
    assertThat(handle.join()).isEqualTo("value");
  }

  @Test
  void aTaskIsSpawnedOnce() throws Exception {
    Probe<String> task = Probe.of("value");
    runtime.spawn(task).join();
    assertThatIllegalStateException()
        .isThrownBy(() -> runtime.spawn(task))
        .withMessageContaining("a task runs once");
    assertThat(task.polls()).isEqualTo(1);
  }

  @Test
  void aDetachedTaskGoesOnAndItsResultIsGone() throws Exception {
    Oneshot<String> signal = new Oneshot<>();
    Probe<String> task =
        new Probe<>((self, context) ->
            signal.poll(context) == Poll.READY ? self.done(signal.value()) : Poll.PENDING);
    runtime.spawn(task).detach();
    signal.send("value");
    assertThatIllegalStateException().isThrownBy(task::join).withMessageContaining("detached");
    assertThat(task.closes()).isEqualTo(1);
  }

  @Test
  void aFinishedTaskThatIsDetachedForgetsItsResult() throws Exception {
    JoinHandle<String> handle = runtime.spawn(Probe.of("value"));
    handle.join();
    handle.detach();
    assertThatIllegalStateException().isThrownBy(handle::value).withMessageContaining("detached");
  }

  @Test
  void futuresJoinedInOneTaskGiveTheirValuesInOrder() throws Exception {
    Oneshot<Integer> first = new Oneshot<>();
    Oneshot<Integer> second = new Oneshot<>();
    JoinHandle<List<Integer>> both = runtime.spawn(Futures.<Integer>join(first, second));
    second.send(2);
    first.send(1);
    assertThat(both.join()).containsExactly(1, 2);
  }

  @Test
  void aTaskSpawnedFromInsideRunsWhileItsParentWaits() throws Exception {
    CountDownLatch ran = new CountDownLatch(100);
    JoinHandle<String> parent =
        runtime.spawn(
            new Probe<>((self, context) -> {
              for (int i = 0; i < 100; i++) {
                context
                    .runtime()
                    .spawn(
                        new Probe<Integer>((child, in) -> {
                          ran.countDown();
                          return child.done(0);
                        }));
              }
              return Poll.PENDING;
            }));
    ran.await();
    assertThat(parent.isFinished()).isFalse();
  }
}
