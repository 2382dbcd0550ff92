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
