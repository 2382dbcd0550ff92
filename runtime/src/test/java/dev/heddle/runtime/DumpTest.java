package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heddle.runtime.observe.RuntimeDump;
import dev.heddle.runtime.observe.TaskDump;
import dev.heddle.runtime.observe.WaitsFor;
import dev.heddle.runtime.observe.WorkerDump;
import dev.heddle.runtime.sync.Barrier;
import dev.heddle.runtime.sync.Mpsc;
import dev.heddle.runtime.sync.Mutex;
import dev.heddle.runtime.sync.Notify;
import dev.heddle.runtime.sync.Oneshot;
import dev.heddle.runtime.sync.Semaphore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is seen of tasks that a test polls by hand. */
class DumpTest {
  private final List<Task<?>> runnable = new ArrayList<>();
  private final HeddleRuntime runtime = HandDriven.runtime(runnable::add);
  private final Worker worker = runtime.books().newWorker();

  @AfterEach
  void close() {
    runtime.close();
  }

  /** Spawns a task and polls it once. */
  private <T extends Task<String>> T polled(T task) {
    runtime.spawn(task);
    runnable.remove(task);
    worker.run(task);
    return task;
  }

  private TaskDump only() {
    List<TaskDump> tasks = runtime.dump().tasks();
    assertThat(tasks).hasSize(1);
    return tasks.getFirst();
  }

  private static Scripted pending() {
    return new Scripted("pending", (self, context) -> Poll.PENDING);
  }

  /** Polls the future in its field for ever. */
  private static final class Holding extends Task<String> {
    private final @Nullable Object held;
    private final Future<?> future;

    Holding(Future<?> future, @Nullable Object held) {
      this.future = future;
      this.held = held;
    }

    @Override
    public Poll poll(Context context) throws Exception {
      return future.poll(context) == Poll.READY ? ready("ready " + held) : Poll.PENDING;
    }
  }

  private static final class Parent extends Task<String> {
    private final JoinHandle<?> child;

    Parent(JoinHandle<?> child) {
      this.child = child;
    }

    @Override
    public Poll poll(Context context) {
      return child.pollJoin(context) == Poll.READY ? ready("joined") : Poll.PENDING;
    }
  }

  /** A leaf that keeps its waker, and may fail to tell. */
  private static final class Leaf implements Future<String>, WaitsFor {
    private final @Nullable RuntimeException failure;
    private @Nullable Waker waker;

    Leaf(@Nullable RuntimeException failure) {
      this.failure = failure;
    }

    @Override
    public Poll poll(Context context) {
      waker = context.waker();
      return Poll.PENDING;
    }

    @Override
    public String value() {
      throw new IllegalStateException("never ready");
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the same waker, not an equal one
    public @Nullable String waitsFor(Waker asked) {
      if (failure != null) {
        throw failure;
      }
      return waker == asked ? "leaf" : null;
    }
  }

  @Test
  void whoIsPolledTooOftenToBeCountedIsListedWithTheMostThereIs() {
    Scripted task = polled(pending());
    for (int i = 1; i < TaskDump.MOST_POLLS - 1; i++) {
      task.wake();
      worker.run(task);
    }
    assertThat(runtime.dump().toString()).contains(" 65534 ");
    for (int i = 0; i < 2; i++) {
      task.wake();
      worker.run(task);
    }
    assertThat(only().polls()).isEqualTo(TaskDump.MOST_POLLS);
    assertThat(runtime.dump().toString()).contains(" 65535+ ");
  }

  @Test
  void aTaskThatWaitsIsListedWithItsPolls() {
    Scripted task = polled(pending());
    task.wake();
    worker.run(task);
    assertThat(only().name()).startsWith("Scripted@");
    assertThat(only().state()).isEqualTo(TaskDump.State.WAITING);
    assertThat(only().polls()).isEqualTo(2);
    assertThat(only().ageNanos()).isNotNegative();
    assertThat(only().busyNanos()).isNotNegative();
    assertThat(only().waitsFor()).isEmpty();
  }

  @Test
  void theTimeInItsPollsIsToldInTicks() {
    Scripted task = polled(pending());
    task.charge(3);
    assertThat(only().busyNanos()).isEqualTo(15_000_000L);
  }

  @Test
  void aWokenTaskIsRunnableUntilItIsPolled() {
    Scripted task = polled(pending());
    task.wake();
    assertThat(only().state()).isEqualTo(TaskDump.State.RUNNABLE);
    task.wake();
    assertThat(only().state()).isEqualTo(TaskDump.State.WOKEN);
    worker.run(task);
    assertThat(only().state()).isEqualTo(TaskDump.State.WAITING);
  }

  @Test
  void anAbortedTaskIsListedUntilAWorkerHasCancelledIt() {
    Scripted task = polled(pending());
    task.abort();
    assertThat(only().state()).isEqualTo(TaskDump.State.ABORTING);
    worker.run(task);
    assertThat(runtime.dump().tasks()).isEmpty();
  }

  @Test
  void aSpawnedFutureIsCalledByItsOwnName() {
    polled(new FutureTask<>(new Oneshot<String>()));
    assertThat(only().name()).startsWith("Oneshot@");
    assertThat(only().waitsFor()).containsExactly("oneshot");
  }

  @Test
  void aLeafIsFoundInAFieldOfTheTask() {
    polled(new Holding(new Oneshot<String>(), null));
    assertThat(only().waitsFor()).containsExactly("oneshot");
  }

  @Test
  void leavesAreFoundBehindCombinators() {
    Future<?> inner = Futures.join(new Oneshot<String>(), new Leaf(null));
    polled(new Holding(Futures.join(inner, new Oneshot<Integer>()), null));
    assertThat(only().waitsFor()).containsExactlyInAnyOrder("oneshot", "leaf", "oneshot");
  }

  @Test
  void leavesAreFoundInListsInArraysAndInWhatALambdaCaptured() {
    Leaf leaf = new Leaf(null);
    for (Object held : List.of(List.of(leaf), new Object[] {leaf}, (Runnable) leaf::value)) {
      Holding task = polled(new Holding(new Wrapped(leaf), held));
      assertThat(only().waitsFor()).containsExactly("leaf");
      task.abort();
      worker.run(task);
    }
  }

  /** Hides a future from the walk. */
  private static final class Wrapped implements Future<String> {
    private final java.util.concurrent.Callable<Leaf> hidden;

    Wrapped(Leaf leaf) {
      hidden = new Hider(leaf);
    }

    @Override
    public Poll poll(Context context) throws Exception {
      return hidden.call().poll(context);
    }

    @Override
    public String value() {
      throw new IllegalStateException("never ready");
    }
  }

  /** Neither a future nor a lambda: the walk ends here. */
  private record Hider(Leaf leaf) implements java.util.concurrent.Callable<Leaf> {
    @Override
    public Leaf call() {
      return leaf;
    }
  }

  @Test
  void aLeafThatDoesNotHoldTheWakerIsNotNamed() {
    polled(new Holding(new Leaf(null), List.of(new Oneshot<String>(), new Leaf(null))));
    assertThat(only().waitsFor()).containsExactly("leaf");
  }

  @Test
  void aJoinIsNamedByTheTaskThatIsJoined() {
    Scripted child = polled(pending());
    Holding other = new Holding(child.future(), null);
    polled(new Parent(child));
    polled(other);
    String join = "join of " + WaitWalk.nameOf(child);
    List<TaskDump> tasks = runtime.dump().tasks();
    assertThat(tasks).hasSize(3);
    assertThat(tasks.get(0).waitsFor()).isEmpty();
    assertThat(tasks.get(1).waitsFor()).containsExactly(join);
    assertThat(tasks.get(2).waitsFor()).containsExactly(join);
  }

  @Test
  void aLeafThatThrowsDoesNotSpoilTheDump() {
    polled(new Holding(new Leaf(new IllegalStateException("torn")), null));
    assertThat(only().waitsFor()).hasSize(1);
    assertThat(only().waitsFor().getFirst())
        .contains("Leaf@")
        .endsWith("which could not say: java.lang.IllegalStateException");
  }

  @Test
  void whateverTasksWaitForEachOtherWithSaysWhatItIs() {
    Mutex mutex = new Mutex();
    assertThat(mutex.tryLock()).isNotNull();
    Mpsc.Bounded<String> full = Mpsc.bounded(1);
    assertThat(full.sender().trySend("first")).isEqualTo(Mpsc.Outcome.SENT);
    Mpsc.Unbounded<String> empty = Mpsc.unbounded();
    assertThat(waitsFor(mutex.lock())).isEqualTo("mutex");
    assertThat(waitsFor(new Semaphore(1).acquire(2))).isEqualTo("semaphore, permits: 2");
    assertThat(waitsFor(new Notify().notified())).isEqualTo("notification");
    assertThat(waitsFor(new Barrier(3).await())).isEqualTo("barrier, 1 of 3 arrived");
    assertThat(waitsFor(full.sender().send("second"))).isEqualTo("room in a channel");
    assertThat(waitsFor(empty.receiver().receive())).isEqualTo("message of a channel");
  }

  @Test
  void leavesAreFoundInEveryCombinator() {
    Oneshot<String> oneshot = new Oneshot<>();
    for (Future<?> future :
        List.of(
            new Oneshot<String>().map(text -> text),
            new Oneshot<String>().then(text -> oneshot),
            Futures.select(List.of(new Oneshot<String>())),
            Futures.select(new Oneshot<String>(), new Leaf(new IllegalStateException("torn"))),
            Futures.join(new Oneshot<String>()))) {
      Holding task = polled(new Holding(future, null));
      assertThat(only().waitsFor()).as(future.toString()).contains("oneshot");
      task.abort();
      worker.run(task);
    }
  }

  @Test
  void aJoinSetSaysHowManyItHas() {
    JoinSet<String> set = new JoinSet<>(runtime);
    set.spawn(pending());
    set.spawn(pending());
    assertThat(waitsFor(set.joinNext())).isEqualTo("next of 2 tasks of a join set");
    set.close();
  }

  /** What a task says that waits for nothing else. */
  private String waitsFor(Future<?> future) {
    Holding task = polled(new Holding(future, null));
    List<String> answers = only().waitsFor();
    task.abort();
    worker.run(task);
    assertThat(answers).hasSize(1);
    return answers.getFirst();
  }

  @Test
  void whatWasGrantedOrGivenUpIsWaitedForNoLonger() throws Exception {
    Semaphore semaphore = new Semaphore(0);
    Future<?> granted = semaphore.acquire();
    Future<?> closed = new Notify().notified();
    polled(
        new Holding(
            new Future<String>() {
              @Override
              public Poll poll(Context context) throws Exception {
                granted.poll(context);
                closed.poll(context);
                return Poll.PENDING;
              }

              @Override
              public String value() {
                throw new IllegalStateException("never ready");
              }
            },
            null));
    assertThat(only().waitsFor())
        .containsExactlyInAnyOrder("semaphore, permits: 1", "notification");
    closed.close();
    assertThat(only().waitsFor()).containsExactly("semaphore, permits: 1");
  }

  /** Refers to itself, and to very many. */
  @Test
  void theWalkEndsOnCyclesAndOnVeryLongLists() {
    List<Object> cycle = new ArrayList<>();
    cycle.add(cycle);
    for (int i = 0; i < 100_000; i++) {
      cycle.add(i);
    }
    polled(new Holding(new Leaf(null), cycle));
    assertThat(runtime.dump().tasks()).hasSize(1);
  }

  @Test
  void tasksBeyondTheLimitAreCountedOnly() {
    for (int i = 0; i < 5; i++) {
      polled(pending());
    }
    RuntimeDump dump = runtime.dump(2);
    assertThat(dump.tasks()).hasSize(2);
    assertThat(dump.tasksLeftOut()).isEqualTo(3);
    assertThat(dump.text()).contains("2 tasks listed, 3 left out");
    assertThat(runtime.dump(0).tasks()).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> runtime.dump(-1))
        .withMessage("maxTasks was -1; allowed is 0 or more");
  }

  @Test
  void theTextIsATableThatEndsWithALineBreak() {
    polled(new Holding(new Oneshot<String>(), null));
    String text = runtime.dump().text();
    assertThat(text)
        .startsWith("Runtime hand-driven-")
        .containsPattern("TASK +STATE +POLLS +BUSY +AGE +WAITS FOR\n")
        .containsPattern("DumpTest\\$Holding@[0-9a-f]+ +waiting +1 +.* oneshot\n")
        .endsWith("\n");
    var dump = runtime.dump(); // one: in another the task is older
    assertThat(dump).hasToString(dump.text());
  }

  @Test
  void theJsonHasEverythingUnderItsName() throws Exception {
    polled(new Holding(new Oneshot<String>(), null));
    RuntimeDump dump = runtime.dump();
    assertThat(dump.json()).doesNotContain("\n");
    JsonNode node = new ObjectMapper().readTree(dump.json());
    assertThat(node.get("runtime").textValue()).isEqualTo(dump.runtime());
    assertThat(node.get("tasks").get(0).get("waitsFor").get(0).textValue()).isEqualTo("oneshot");
    assertThat(node.get("tasks").get(0).get("state").textValue()).isEqualTo("WAITING");
    assertThat(node.get("metrics").get("counters").get("polls").longValue()).isEqualTo(1);
    assertThat(node.get("metrics").get("pollTimes").get("count").isNumber()).isTrue();
    assertThat(node.get("tasksQueuedOnly").longValue()).isEqualTo(RuntimeCounters.UNKNOWN);
  }

  @Test
  void aWorkerInAPollShowsWhereItIsAndAnIdleOneThatItWaits() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (HeddleRuntime busy = FifoStrategy.start(2)) {
      busy.spawn(
          new Scripted(
              "standing",
              (self, context) -> {
                begun.countDown();
                Wait.on(release);
                return self.done("done");
              }));
      begun.await();
      List<WorkerDump> workers = new ArrayList<>();
      Wait.until(() -> {
        workers.clear();
        workers.addAll(busy.dump().workers());
        return workers.stream().anyMatch(w -> w.state() == WorkerDump.State.WAITING)
            && workers.stream().anyMatch(w -> w.sinceNanos() > 0);
      });
      assertThat(workers).hasSize(2);
      WorkerDump polling =
          workers.stream()
              .filter(w -> w.state() == WorkerDump.State.POLLING)
              .findFirst()
              .orElseThrow();
      assertThat(polling.thread()).isEqualTo("heddle-fifo-" + polling.index());
      assertThat(polling.polls()).isZero();
      assertThat(polling.stack()).isNotEmpty();
      release.countDown();
    } finally {
      release.countDown();
    }
  }

  @Test
  void aClosedRuntimeIsDumpedToo() {
    HeddleRuntime closed = FifoStrategy.start(1);
    closed.close();
    RuntimeDump dump = closed.dump();
    assertThat(dump.workers()).isEmpty();
    assertThat(dump.tasks()).isEmpty();
  }

  /** Tasks come, wait for each other, and go while somebody looks. */
  @Test
  void dumpsMayBeTakenWhileEverythingMoves() throws Exception {
    try (HeddleRuntime moving = FifoStrategy.start(2)) {
      AtomicBoolean over = new AtomicBoolean();
      List<Throwable> thrown = new ArrayList<>();
      Thread looker =
          new Thread(() -> {
            while (!over.get()) {
              moving.dump().json();
            }
          });
      looker.setUncaughtExceptionHandler((thread, failure) -> thrown.add(failure));
      looker.start();
      for (int round = 0; round < 300; round++) {
        List<Oneshot<Integer>> oneshots = new ArrayList<>();
        List<JoinHandle<?>> handles = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          Oneshot<Integer> oneshot = new Oneshot<>();
          oneshots.add(oneshot);
          JoinHandle<?> child = moving.spawn(oneshot);
          handles.add(moving.spawn(Futures.join(child.future(), Futures.yieldNow())));
        }
        oneshots.forEach(oneshot -> oneshot.send(1));
        for (JoinHandle<?> handle : handles) {
          handle.join();
        }
      }
      over.set(true);
      looker.join();
      assertThat(thrown).isEmpty();
    }
  }
}
