package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.WorkerPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A policy that throws ends the runtime: loudly, and without leaving anybody waiting. */
class BrokenPolicyTest {
  private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
  private final RuntimeException broken = new RuntimeException("broken policy");
  private Thread.@Nullable UncaughtExceptionHandler before;

  @BeforeEach
  void listen() {
    before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
  }

  @AfterEach
  void stopListening() {
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  enum Step {
    INJECT,
    OFFER,
    REQUEUE,
    TAKE,
    SEARCH,
    SLEEP,
    AWAKE
  }

  /** Does what the other policy does, but throws once in the step that was armed. */
  private final class Breaking implements Policy, WorkerPolicy {
    private final Policy whole;
    private final WorkerPolicy side;
    private final AtomicReference<@Nullable Step> armed;

    Breaking(Policy whole, AtomicReference<@Nullable Step> armed) {
      this.whole = whole;
      this.side = whole.worker(0);
      this.armed = armed;
    }

    private void reach(Step step) {
      if (armed.compareAndSet(step, null)) {
        throw broken;
      }
    }

    @Override
    public WorkerPolicy worker(int index) {
      return this;
    }

    @Override
    public void inject(Task<?> task) {
      reach(Step.INJECT);
      whole.inject(task);
    }

    @Override
    public void offer(Task<?> task) {
      reach(Step.OFFER);
      side.offer(task);
    }

    @Override
    public void requeue(Task<?> task) {
      reach(Step.REQUEUE);
      side.requeue(task);
    }

    @Override
    public @Nullable Task<?> take() {
      reach(Step.TAKE);
      return side.take();
    }

    @Override
    public @Nullable Task<?> search() {
      reach(Step.SEARCH);
      return side.search();
    }

    @Override
    public boolean sleep() {
      reach(Step.SLEEP);
      return side.sleep();
    }

    @Override
    public void awake() {
      side.awake();
      reach(Step.AWAKE);
    }
  }

  /**
   * Tasks that wait, that spawn all the time, and that yield all the time: every step is reached.
   */
  @ParameterizedTest
  @EnumSource
  void aStepThatThrowsEndsTheRuntimeAndItsTasks(Step step) throws Exception {
    AtomicReference<@Nullable Step> armed = new AtomicReference<>();
    HeddleRuntime runtime = FifoStrategy.start(2, whole -> new Breaking(whole, armed));
    Scripted waiting = new Scripted("waiting", (self, context) -> Poll.PENDING);
    Scripted yielding = new Scripted("yielding", (self, context) -> context.yieldNow());
    Scripted waking =
        new Scripted(
            "waking",
            (self, context) -> {
              waiting.wake();
              return context
                  .yieldNow(); // again: a wake-up that meets it in its queue offers nothing
            });
    List<Scripted> tasks = new ArrayList<>(List.of(waiting));
    runtime.spawn(waiting);
    armed.set(step);
    switch (step) {
      case OFFER -> tasks.add(waking);
      case REQUEUE -> tasks.add(yielding);
      default -> {} // the wake-ups below make the workers step on
    }
    tasks.stream().skip(1).forEach(runtime::spawn);

    while (uncaught.isEmpty()) {
      if (step != Step.OFFER) {
        waiting.wake(); // from outside, and again, for the same reason
      }
      Thread.onSpinWait();
    }
    runtime.close();
    assertThat(uncaught).containsExactly(broken);
    for (Scripted task : tasks) {
      assertThat(task.isFinished()).as("%s is finished", task).isTrue();
      assertThat(task.closes).as("closes of %s", task).isEqualTo(1);
    }
    assertThatExceptionOfType(TaskCancelledException.class)
        .isThrownBy(waiting::join)
        .withCause(broken);
    assertThatIllegalStateException()
        .isThrownBy(() -> runtime.spawn(new Scripted("late", (self, context) -> Poll.PENDING)))
        .withMessage("the runtime has failed")
        .withCause(broken);
  }

  /** Does what the other policy does, but throws once a task was queued and is being polled. */
  private final class QueueingAndBreaking implements Policy, WorkerPolicy {
    private final Policy whole;
    private final WorkerPolicy side;
    private final Step step;
    private final CountDownLatch polled;

    QueueingAndBreaking(Policy whole, Step step, CountDownLatch polled) {
      this.whole = whole;
      this.side = whole.worker(0);
      this.step = step;
      this.polled = polled;
    }

    private void queued(Step at, Task<?> task) {
      if (at == step && task.toString().equals("task")) {
        try {
          polled.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
        throw broken;
      }
    }

    @Override
    public WorkerPolicy worker(int index) {
      return this;
    }

    @Override
    public void inject(Task<?> task) {
      whole.inject(task);
      queued(Step.INJECT, task);
    }

    @Override
    public void offer(Task<?> task) {
      side.offer(task);
      queued(Step.OFFER, task);
    }

    @Override
    public void requeue(Task<?> task) {
      side.requeue(task);
      queued(Step.REQUEUE, task);
    }

    @Override
    public @Nullable Task<?> take() {
      return side.take();
    }

    @Override
    public boolean sleep() {
      return side.sleep();
    }
  }

  /** It was queued all the same, so another worker polls it: it must not be ended twice. */
  @ParameterizedTest
  @EnumSource(names = {"INJECT", "OFFER", "REQUEUE"})
  void aStepThatThrowsAfterItQueuedATaskEndsItOnce(Step step) throws Exception {
    CountDownLatch polled = new CountDownLatch(1);
    AtomicInteger closedInPoll = new AtomicInteger();
    HeddleRuntime runtime =
        FifoStrategy.start(2, whole -> new QueueingAndBreaking(whole, step, polled));
    int waitsAt = step == Step.REQUEUE ? 2 : 1;
    Scripted task =
        new Scripted(
            "task",
            (self, context) -> {
              if (self.polls < waitsAt) {
                return context.yieldNow();
              }
              polled.countDown();
              while (uncaught.isEmpty()) {
                Thread.onSpinWait();
              }
              for (int i = 0; i < 200_000; i++) {
                Thread.onSpinWait(); // who threw may go on, and must not close what is being polled
              }
              closedInPoll.addAndGet(self.closes);
              return Poll.PENDING;
            });
    if (step == Step.OFFER) {
      runtime.spawn(
          new Scripted(
              "spawner",
              (self, context) -> {
                context.runtime().spawn(task);
                return self.done("spawned");
              }));
    } else {
      runtime.spawn(task);
    }
    polled.await();
    assertThatExceptionOfType(TaskCancelledException.class)
        .isThrownBy(task::join)
        .withCause(broken);
    runtime.close();
    assertThat(closedInPoll).as("closes during the poll").hasValue(0);
    assertThat(task.closes).as("closes").isEqualTo(1);
    assertThat(uncaught).containsOnly(broken); // again when the task is queued to be cancelled
  }

  @Test
  void aPolicyThatLosesATaskKeepsNobodyWaitingAfterTheEnd() throws Exception {
    HeddleRuntime runtime =
        FifoStrategy.start(
            1,
            whole ->
                new Policy() {
                  @Override
                  public WorkerPolicy worker(int index) {
                    return whole.worker(index);
                  }

                  @Override
                  public void inject(Task<?> task) {}
                });
    JoinHandle<String> lost =
        runtime.spawn(new Scripted("lost", (self, context) -> self.done("polled")));
    Thread closer = Thread.ofPlatform().start(runtime::close);
    assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(lost::join);
    closer.join();
  }

  @Test
  void aLatencySinkThatThrowsEndsTheRuntime() throws Exception {
    HeddleRuntime runtime =
        HeddleRuntime.builder()
            .strategy(new FifoStrategy(), dev.heddle.runtime.spi.Options.defaults())
            .workers(2)
            .schedulingLatency(
                (worker, nanos) -> {
                  throw broken;
                },
                1)
            .build();
    Scripted task = new Scripted("task", (self, context) -> Poll.PENDING);
    runtime.spawn(task);
    while (uncaught.isEmpty()) {
      Thread.onSpinWait();
    }
    runtime.close();
    assertThat(uncaught).containsExactly(broken);
    assertThatExceptionOfType(TaskCancelledException.class)
        .isThrownBy(task::join)
        .withCause(broken);
    assertThat(task.closes).isEqualTo(1);
  }
}
