package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.runtime.sync.Mpsc;
import dev.heddle.runtime.sync.Mutex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a future held goes back, and what it entered it leaves, when it is given up. */
class GivenUpTest {
  private final HeddleRuntime runtime = FifoStrategy.start(1);
  private final AtomicInteger wakes = new AtomicInteger();
  private final Context context = new FakeContext(wakes::incrementAndGet);

  @AfterEach
  void close() {
    runtime.close();
  }

  /** Never ready; notes its closes, and throws at them if told to. */
  private static final class Never implements Future<String> {
    private final @Nullable Exception atClose;
    private int closes;

    Never(@Nullable Exception atClose) {
      this.atClose = atClose;
    }

    @Override
    public Poll poll(Context context) {
      return Poll.PENDING;
    }

    @Override
    public String value() {
      throw new IllegalStateException("never");
    }

    @Override
    public void close() {
      closes++;
      if (atClose != null) {
        GivenUpTest.<RuntimeException>smuggle(atClose);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Exception> void smuggle(Exception thrown) throws E {
    throw (E) thrown;
  }

  @Test
  void aLockThatASelectWonAndNobodyTookIsFreeAgain() throws Exception {
    Mutex mutex = new Mutex();
    Future<?> select = Futures.select(mutex.lock(), new Never(null));
    assertThat(select.poll(context)).isEqualTo(Poll.READY);
    assertThat(mutex.tryLock()).isNull();
    select.close();
    assertThat(mutex.tryLock()).isNotNull();
  }

  @Test
  void aMessageThatASelectWonAndNobodyTookIsForTheNext() throws Exception {
    var channel = Mpsc.<String>unbounded();
    channel.sender().send("message");
    Future<?> select = Futures.select(new Never(null), channel.receiver().receive());
    assertThat(select.poll(context)).isEqualTo(Poll.READY);
    select.close();
    assertThat(channel.receiver().tryReceive()).isEqualTo("message");
  }

  @Test
  void aSelectOfTwoSaysWhichItWas() throws Exception {
    assertThat(runtime.blockOn(Futures.select(Futures.ready(1), new Never(null))))
        .isEqualTo(new Either.First<>(1));
    assertThat(runtime.blockOn(Futures.select(new Never(null), Futures.ready("a"))))
        .isEqualTo(new Either.Second<>("a"));
  }

  @Test
  void aJoinThatIsGivenUpIsForgotten() throws Exception {
    Scripted task = new Scripted("task", (self, in) -> Poll.PENDING);
    runtime.spawn(task);
    Future<String> stays = task.future();
    Future<String> goes = task.future();
    assertThat(stays.poll(context)).isEqualTo(Poll.PENDING);
    assertThat(goes.poll(context)).isEqualTo(Poll.PENDING);
    assertThat(stays.poll(context)).as("again").isEqualTo(Poll.PENDING);
    goes.close();
    assertThat(task.isJoinedBy((Waker) goes)).isFalse();
    assertThat(task.isJoinedBy((Waker) stays)).isTrue();
    task.abort();
    assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(task::join);
    while (wakes.get() == 0) {
      Thread.onSpinWait(); // the joiners are woken after the end is seen
    }
    assertThat(wakes).hasValue(1);
    stays.close();
  }

  @Test
  @SuppressWarnings("ReferenceEquality") // these very wakers
  void theFirstTheMiddleAndTheLastOfTheJoinersCanLeave() {
    List<Waker> wakers = List.of(() -> {}, () -> {}, () -> {});
    for (Waker leaving : wakers) {
      Object chain = wakers.getFirst();
      chain = new JoinerLink(wakers.get(1), chain);
      chain = new JoinerLink(wakers.get(2), chain);
      Object others = JoinerLink.without(chain, leaving);
      for (Waker waker : wakers) {
        assertThat(JoinerLink.holds(others, waker)).isEqualTo(waker != leaving);
      }
    }
    assertThat(JoinerLink.without(wakers.getFirst(), wakers.getFirst())).isNull();
  }

  @Test
  void aTaskThatIsJoinedBeforeItIsSpawnedIntoASetWakesBoth() throws Exception {
    Scripted task = Scripted.noting("task", new ArrayList<>());
    assertThat(task.pollJoin(context)).isEqualTo(Poll.PENDING);
    JoinSet<String> set = new JoinSet<>(runtime);
    set.spawn(task);
    assertThat(runtime.blockOn(set.joinNext())).isNotNull();
    while (wakes.get() == 0) {
      Thread.onSpinWait();
    }
    assertThat(wakes).hasValue(1);
    set.close();
  }

  @Test
  void aCheckedExceptionOfAChildsCloseKeepsNoOtherFromBeingClosed() {
    Never first = new Never(new Exception("checked"));
    Never second = new Never(null);
    Future<?> join = Futures.join(List.of(first, second));
    assertThatThrownBy(join::close).hasMessage("checked");
    assertThat(first.closes).isEqualTo(1);
    assertThat(second.closes).isEqualTo(1);
  }

  @Test
  void anInterruptOfAnEarlierPollDoesNotReachWorkThatBlocksInPlace() throws Exception {
    runtime
        .spawn(
            new Scripted(
                "interrupting",
                (self, in) -> {
                  Thread.currentThread().interrupt();
                  return self.done("done");
                }))
        .join();
    Task<Integer> blocking =
        new Task<>() {
          @Override
          public Poll poll(Context in) throws Exception {
            return ready(
                HeddleRuntime.blockInPlace(() -> {
                  Thread.sleep(Duration.ofMillis(1));
                  return 1;
                }));
          }
        };
    assertThat(runtime.spawn(blocking).join()).isEqualTo(1);
  }

  @Test
  void aTaskThatIsCombinedInsteadOfSpawnedSaysSo() {
    Task<String> task = new Scripted("task", (self, in) -> self.done("value"));
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(() -> runtime.blockOn(task))
        .havingCause()
        .withMessageContaining("was not spawned");
    assertThatThrownBy(task::join)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("was not spawned");
  }

  @Test
  void theBlockingPoolIsAmongTheMetrics() throws Exception {
    assertThat(runtime.metrics().blocking()).isEqualTo(new BlockingMetrics(0, 0, 0));
    runtime.spawnBlocking(() -> 1).join();
    assertThat(runtime.metrics().blocking().threads()).isEqualTo(1);
    assertThat(runtime.dump().text()).contains("Blocking pool: 1 threads");
    assertThat(runtime.dump().json()).contains("\"blocking\":{\"threads\":1");
  }
}
