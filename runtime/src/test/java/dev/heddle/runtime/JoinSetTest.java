package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A set whose tasks are run by hand, so that a test decides in which order they finish. */
class JoinSetTest {
  private final Deque<Task<?>> runnable = new ArrayDeque<>();
  private final HeddleRuntime runtime = HandDriven.runtime(runnable::add);
  private final Worker worker = runtime.books().newWorker();
  private final JoinSet<String> set = new JoinSet<>(runtime);

  private int woken;
  private final Context context = new FakeContext(() -> woken++);

  @AfterEach
  void close() {
    runAll();
    runtime.close();
  }

  private void runAll() {
    while (!runnable.isEmpty()) {
      Task<?> task = runnable.remove();
      if (worker.run(task)) {
        runnable.add(task);
      }
    }
  }

  private Scripted spawn(String name) {
    Scripted task = Scripted.noting(name, new ArrayList<>());
    set.spawn(task);
    return task;
  }

  private Scripted spawnIdle() {
    Scripted task = new Scripted("idle", (self, in) -> Poll.PENDING);
    set.spawn(task);
    return task;
  }

  /** The next handle if there is one by now. */
  private JoinHandle<String> joined() throws Exception {
    Future<JoinHandle<String>> next = set.joinNext();
    assertThat(next.poll(context)).isEqualTo(Poll.READY);
    return next.value();
  }

  @Test
  void tasksAreJoinedInTheOrderInWhichTheyFinish() throws Exception {
    List<Scripted> tasks = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d")) {
      tasks.add(spawn(name));
    }
    List<String> values = new ArrayList<>();
    worker.run(tasks.get(2));
    worker.run(tasks.get(0));
    values.add(joined().value());
    worker.run(tasks.get(3)); // while one that finished earlier is still to be joined
    worker.run(tasks.get(1));
    for (int i = 0; i < 3; i++) {
      values.add(joined().value());
    }
    assertThat(values).containsExactly("c", "a", "d", "b");
    assertThat(set.size()).isZero();
    runnable.clear();
  }

  @Test
  void whoeverWaitsIsWokenByTheFirstThatFinishes() throws Exception {
    spawn("a");
    spawn("b");
    Future<JoinHandle<String>> next = set.joinNext();
    assertThat(next.poll(context)).isEqualTo(Poll.PENDING);
    assertThat(woken).isZero();
    runAll();
    assertThat(woken).as("once for both").isEqualTo(1);
    assertThat(next.poll(context)).isEqualTo(Poll.READY);
    assertThat(next.value().value()).isEqualTo("a");
    assertThat(joined().value()).isEqualTo("b");
  }

  @Test
  void onlyTheWakerOfTheLatestPollIsCalled() throws Exception {
    spawn("a");
    int[] earlier = new int[1];
    set.joinNext().poll(new FakeContext(() -> earlier[0]++));
    set.joinNext().poll(context);
    runAll();
    assertThat(earlier[0]).isZero();
    assertThat(woken).isEqualTo(1);
  }

  @Test
  void aJoinThatIsGivenUpTakesNothing() throws Exception {
    spawn("a");
    Future<JoinHandle<String>> givenUp = set.joinNext();
    givenUp.poll(context);
    runAll();
    givenUp.close();
    assertThat(joined().value()).isEqualTo("a");
  }

  @Test
  void aJoinThatIsRefusedBudgetTakesNothing() throws Exception {
    spawn("a");
    runAll();
    Context poor =
        new Context() {
          @Override
          public Waker waker() {
            return context.waker();
          }

          @Override
          public HeddleRuntime runtime() {
            return runtime;
          }

          @Override
          public Poll yieldNow() {
            return Poll.PENDING;
          }

          @Override
          public boolean takeBudget() {
            return false;
          }
        };
    assertThat(set.joinNext().poll(poor)).isEqualTo(Poll.PENDING);
    assertThat(set.size()).isEqualTo(1);
    assertThat(joined().value()).isEqualTo("a");
  }

  @Test
  void theHandleTellsAFailureAndACancellation() throws Exception {
    RuntimeException broken = new RuntimeException("broken");
    set.spawn(Futures.<String>failed(broken));
    runAll();
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(joined()::value)
        .withCause(broken);
    spawnIdle();
    set.abortAll();
    runAll();
    assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(joined()::value);
  }

  @Test
  void anEmptySetHasNothingToWaitFor() {
    assertThatIllegalStateException()
        .isThrownBy(() -> set.joinNext().poll(context))
        .withMessage("the join set is empty: there is no next task to join");
  }

  @Test
  void abortedTasksStayToBeJoined() throws Exception {
    List<Scripted> tasks = List.of(spawnIdle(), spawnIdle());
    runAll();
    set.abortAll();
    runAll();
    assertThat(set.size()).isEqualTo(2);
    for (Scripted task : tasks) {
      assertThat(joined()).isSameAs(task);
      assertThat(task.closes).isEqualTo(1);
    }
  }

  @Test
  void detachedTasksGoOnAndAreForgotten() throws Exception {
    Scripted finished = spawn("finished");
    runAll();
    Scripted task = spawn("detached");
    set.detachAll();
    assertThat(set.size()).isZero();
    runAll();
    assertThat(task.isFinished()).isTrue();
    assertThatIllegalStateException().isThrownBy(finished::value);
    spawn("later");
    runAll();
    assertThat(joined().value()).isEqualTo("later");
  }

  @Test
  void closingASetAbortsWhatIsLeft() {
    Scripted idle = spawnIdle();
    runAll();
    Scripted queued = spawn("queued");
    set.close();
    set.close();
    runAll();
    assertThat(idle.closes).isEqualTo(1);
    assertThat(queued.polls).isZero();
    assertThat(queued.closes).isEqualTo(1);
    assertThat(set.size()).isZero();
  }

  @Test
  void aClosedSetRefusesToSpawnAndClosesTheTask() {
    set.close();
    Scripted task = new Scripted("late", (self, in) -> self.done("late"));
    assertThatIllegalStateException()
        .isThrownBy(() -> set.spawn(task))
        .withMessageStartingWith("the join set is closed");
    assertThat(task.closes).isEqualTo(1);
    assertThat(task.isFinished()).isTrue();
  }

  @Test
  void aClosedRuntimeRefusesToSpawnAndTheSetStaysAsItWas() {
    runtime.close();
    Scripted task = new Scripted("late", (self, in) -> self.done("late"));
    assertThatIllegalStateException()
        .isThrownBy(() -> set.spawn(task))
        .withMessage("the runtime is closed");
    assertThat(task.closes).isEqualTo(1);
    assertThat(set.size()).isZero();
  }
}
