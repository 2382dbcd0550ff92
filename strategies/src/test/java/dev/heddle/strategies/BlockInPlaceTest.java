package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.TaskFailedException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** While a task blocks in place, whatever its worker would have run is run. */
@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyStrategyThatBlocksInPlace")
class BlockInPlaceTest {
  private final HeddleRuntime runtime;

  BlockInPlaceTest(Setup setup) {
    runtime = setup.start();
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(runtime.close(Duration.ofMinutes(1)).isClean()).isTrue();
  }

  /** Blocks until the latch is open. */
  private static void blockOn(CountDownLatch latch) throws Exception {
    HeddleRuntime.blockInPlace(() -> {
      latch.await();
      return "";
    });
  }

  /** Opens the latch when it is polled. */
  private static Probe<Integer> opening(CountDownLatch latch) {
    return new Probe<>((self, context) -> {
      latch.countDown();
      return self.done(0);
    });
  }

  /** One blocked task per worker, each in the hands of the next. */
  @Test
  void theTasksOfTheSameWorkerRunMeanwhile() throws Exception {
    List<Probe<String>> tasks = new ArrayList<>();
    for (int i = 0; i < 2 * runtime.workers(); i++) {
      Probe<String> task =
          new Probe<>((self, context) -> {
            CountDownLatch opened = new CountDownLatch(10);
            for (int j = 0; j < 10; j++) {
              context.runtime().spawn(opening(opened));
            }
            blockOn(opened);
            return self.done("went on");
          });
      tasks.add(task);
      runtime.spawn(task);
    }
    for (Probe<String> task : tasks) {
      assertThat(task.join()).isEqualTo("went on");
      assertThat(task.polls()).isEqualTo(1);
      assertThat(task.closes()).isEqualTo(1);
    }
  }

  @Test
  void tasksThatComeFromOutsideAndFromTheClosureRunMeanwhile() throws Exception {
    CountDownLatch fromOutside = new CountDownLatch(1);
    Probe<String> task =
        new Probe<>((self, context) -> {
          blockOn(fromOutside);
          return self.done(
              HeddleRuntime.blockInPlace(() -> context.runtime().spawn(Probe.of("joined")).join()));
        });
    runtime.spawn(task);
    task.awaitPoll();
    runtime.spawn(opening(fromOutside));
    assertThat(task.join()).isEqualTo("joined");
  }

  @Test
  void aTaskThatBlockedIsPolledAgainAfterAYieldAWakeUpAndAWait() throws Exception {
    Probe<Integer> task =
        new Probe<>((self, context) -> {
          CountDownLatch opened = new CountDownLatch(1);
          context.runtime().spawn(opening(opened));
          blockOn(opened);
          return switch (self.polls()) {
            case 1 -> context.yieldNow();
            case 2 -> {
              context.waker().wake();
              yield Poll.PENDING;
            }
            case 3 -> {
              context
                  .runtime()
                  .spawn(
                      new Probe<Integer>((other, in) -> {
                        self.wake();
                        return other.done(0);
                      }));
              yield Poll.PENDING;
            }
            default -> self.done(self.polls());
          };
        });
    assertThat(runtime.spawn(task).join()).isEqualTo(4);
    assertThat(task.closes()).isEqualTo(1);
  }

  @Test
  void everyPollIsCountedWhereverItEnds() throws Exception {
    AtomicInteger polls = new AtomicInteger();
    AtomicInteger requeues = new AtomicInteger();
    List<JoinHandle<Integer>> handles = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int which = i;
      handles.add(
          runtime.spawn(
              new Probe<Integer>((self, context) -> {
                polls.incrementAndGet();
                CountDownLatch opened = new CountDownLatch(1);
                if (which % 3 == 0) {
                  context
                      .runtime()
                      .spawn(
                          new Probe<Integer>((other, in) -> {
                            polls.incrementAndGet();
                            opened.countDown();
                            return other.done(0);
                          }));
                } else {
                  opened.countDown(); // quick: often nothing has to move
                }
                blockOn(opened);
                if (self.polls() < 3) {
                  requeues.incrementAndGet();
                  return context.yieldNow();
                }
                return self.done(which);
              })));
    }
    for (int i = 0; i < handles.size(); i++) {
      assertThat(handles.get(i).join()).isEqualTo(i);
    }
    runtime.close();
    assertThat(runtime.counters().polls()).as("polls").isEqualTo(polls.get());
    assertThat(runtime.counters().requeues()).as("requeues").isEqualTo(requeues.get());
  }

  @Test
  void whatTheClosureThrowsComesOutOfIt() throws Exception {
    for (Throwable thrown :
        List.of(
            new IOException("broken"),
            new IllegalStateException("broken"),
            new AssertionError("broken"))) {
      Probe<String> task =
          new Probe<>((self, context) -> {
            CountDownLatch opened = new CountDownLatch(1);
            context.runtime().spawn(opening(opened));
            return self.done(
                HeddleRuntime.blockInPlace(() -> {
                  opened.await();
                  if (thrown instanceof Error error) {
                    throw error;
                  }
                  throw (Exception) thrown;
                }));
          });
      assertThatExceptionOfType(TaskFailedException.class)
          .isThrownBy(() -> runtime.spawn(task).join())
          .satisfies(failed -> assertThat(failed.getCause()).isSameAs(thrown));
    }
  }

  @Test
  void anAbortActsAtTheNextSuspension() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    Probe<String> suspends =
        new Probe<>((self, context) -> {
          blockOn(release);
          return Poll.PENDING;
        });
    Probe<String> ends =
        new Probe<>((self, context) -> {
          blockOn(release);
          return self.done("value");
        });
    for (Probe<String> task : List.of(suspends, ends)) {
      runtime.spawn(task);
      task.awaitPoll();
      task.abort();
      assertThat(task.isFinished()).isFalse();
    }
    release.countDown();
    assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(suspends::join);
    assertThat(suspends.closes()).isEqualTo(1);
    assertThat(ends.join()).isEqualTo("value");
  }

  @Test
  void withinAClosureBlockingInPlaceJustRuns() throws Exception {
    Probe<Boolean> task =
        new Probe<>((self, context) -> {
          Thread outer = Thread.currentThread();
          Thread inner =
              HeddleRuntime.blockInPlace(() -> HeddleRuntime.blockInPlace(Thread::currentThread));
          return self.done(inner == outer);
        });
    assertThat(runtime.spawn(task).join()).isTrue();
  }

  @Test
  void onAThreadThatIsNoWorkerItJustRuns() throws Exception {
    assertThat(HeddleRuntime.blockInPlace(Thread::currentThread)).isSameAs(Thread.currentThread());
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() ->
            HeddleRuntime.blockInPlace(() -> {
              throw new IOException("broken");
            }));
  }

  @Test
  void afterTheClosureBlockingIsRefusedAsEverInAPoll() throws Exception {
    AtomicBoolean joined = new AtomicBoolean();
    Probe<String> task =
        new Probe<>((self, context) -> {
          CountDownLatch opened = new CountDownLatch(1);
          context.runtime().spawn(opening(opened));
          blockOn(opened);
          Probe<String> never = Probe.idle();
          context.runtime().spawn(never);
          assertThatIllegalStateException().isThrownBy(never::join);
          joined.set(true);
          return self.done("refused");
        });
    assertThat(runtime.spawn(task).join()).isEqualTo("refused");
    assertThat(joined).isTrue();
  }

  @Test
  void aClosureCannotCloseItsRuntime() throws Exception {
    Probe<String> task =
        new Probe<>((self, context) ->
            self.done(
                HeddleRuntime.blockInPlace(() -> {
                  context.runtime().close();
                  return "closed";
                })));
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(() -> runtime.spawn(task).join())
        .withMessageContaining("close() would wait for the blocking work that calls it");
  }

  @Test
  void closingWaitsForThePollThatBlocks() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    List<Probe<String>> tasks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      boolean suspends = i % 2 == 0;
      Probe<String> task =
          new Probe<>((self, context) -> {
            blockOn(release);
            return suspends ? Poll.PENDING : self.done("value");
          });
      tasks.add(task);
      runtime.spawn(task);
      task.awaitPoll();
    }
    Probe<String> waiting = Probe.idle();
    runtime.spawn(waiting);
    waiting.awaitPoll();
    Thread closer = Thread.ofPlatform().start(runtime::close);
    while (!waiting.isFinished()) {
      Thread.onSpinWait();
    }
    release.countDown();
    closer.join();
    for (int i = 0; i < 4; i++) {
      Probe<String> task = tasks.get(i);
      assertThat(task.isFinished()).as("%s", i).isTrue();
      assertThat(task.closes()).isEqualTo(1);
      if (i % 2 == 1) {
        assertThat(task.join()).isEqualTo("value");
      }
    }
  }

  /** Quick and slow ones, that wake each other, on more threads than there are workers. */
  @RepeatedTest(3)
  void manyTasksBlockAtATime() throws Exception {
    AtomicInteger sum = new AtomicInteger();
    List<Probe<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      int which = i;
      Probe<Integer> task =
          new Probe<>((self, context) -> {
            if (which % 2 == 0) {
              CountDownLatch opened = new CountDownLatch(1);
              context.runtime().spawn(opening(opened));
              blockOn(opened);
            } else {
              HeddleRuntime.blockInPlace(sum::incrementAndGet);
            }
            return self.polls() < 4 ? context.yieldNow() : self.done(which);
          });
      tasks.add(task);
      runtime.spawn(task);
    }
    for (int i = 0; i < tasks.size(); i++) {
      assertThat(tasks.get(i).join()).isEqualTo(i);
      assertThat(tasks.get(i).closes()).isEqualTo(1);
    }
    assertThat(sum).hasValue(4 * 150);
  }
}
