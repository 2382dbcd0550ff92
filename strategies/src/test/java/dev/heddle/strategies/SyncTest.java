package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.sync.Barrier;
import dev.heddle.runtime.sync.Mpsc;
import dev.heddle.runtime.sync.Mutex;
import dev.heddle.runtime.sync.Notify;
import dev.heddle.runtime.sync.Semaphore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What tasks wait for each other with, between tasks of one runtime under test and another one: a
 * lost wake-up shows as a hang, a lost or doubled permit or message as a wrong count.
 */
@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyStrategy")
class SyncTest {
  private static final int TASKS = 8;
  private static final int ROUNDS = 500;

  private final Setup setup;
  private HeddleRuntime one;
  private HeddleRuntime other;

  @SuppressWarnings("NullAway.Init") // in open()
  SyncTest(Setup setup) {
    this.setup = setup;
  }

  @BeforeEach
  void open() {
    one = setup.start();
    other = HeddleRuntime.builder().strategy("global-queue").workers(1).build();
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
  }

  /** One step after the other, each a future that is waited for: a task in a straight line. */
  private abstract static class Steps<T extends @Nullable Object> extends Task<Integer> {
    private final int rounds;
    private int round;
    private @Nullable Future<T> step;
    private boolean waited;

    Steps(int rounds) {
      this.rounds = rounds;
    }

    /** The future to wait for in this round. */
    abstract Future<T> begin(int round);

    /** Returns {@link Poll#PENDING} to be called again in another poll. */
    abstract Poll end(T value, Context context);

    @Override
    public Poll poll(Context context) throws Exception {
      while (round < rounds) {
        Future<T> future = step;
        if (future == null) {
          future = begin(round);
          step = future;
          waited = false;
        }
        if (!waited) {
          if (future.poll(context) == Poll.PENDING) {
            return Poll.PENDING;
          }
          waited = true;
        }
        if (end(future.value(), context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        future.close();
        step = null;
        round++;
      }
      return ready(round);
    }

    @Override
    public void close() {
      if (step != null) {
        step.close();
      }
    }
  }

  /** Half of the tasks in each runtime. */
  private List<JoinHandle<Integer>> spawn(List<? extends Task<Integer>> tasks) {
    List<JoinHandle<Integer>> handles = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      handles.add((i % 2 == 0 ? one : other).spawn(tasks.get(i)));
    }
    return handles;
  }

  private static void joinAll(List<JoinHandle<Integer>> handles) throws Exception {
    for (JoinHandle<Integer> handle : handles) {
      assertThat(handle.join()).isEqualTo(ROUNDS);
    }
  }

  /** A plain counter, read before a yield and written after it. */
  private static final class Counting extends Steps<Mutex.Guard> {
    private final Mutex mutex;
    private final int[] counter;
    private int seen = -1;

    Counting(Mutex mutex, int[] counter) {
      super(ROUNDS);
      this.mutex = mutex;
      this.counter = counter;
    }

    @Override
    Future<Mutex.Guard> begin(int round) {
      return mutex.lock();
    }

    @Override
    Poll end(Mutex.Guard guard, Context context) {
      if (seen < 0) {
        seen = counter[0];
        return context.yieldNow();
      }
      counter[0] = seen + 1;
      seen = -1;
      guard.close();
      return Poll.READY;
    }
  }

  @Test
  void aMutexKeepsAPlainCounterRight() throws Exception {
    Mutex mutex = new Mutex();
    int[] counter = new int[1];
    List<Counting> tasks = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      tasks.add(new Counting(mutex, counter));
    }
    joinAll(spawn(tasks));
    try (Mutex.Guard free = mutex.tryLock()) {
      assertThat(free).isNotNull();
      assertThat(counter[0]).isEqualTo(TASKS * ROUNDS);
    }
  }

  private static final class Using extends Steps<Semaphore.Permit> {
    private final Semaphore semaphore;
    private final int wanted;
    private final AtomicInteger inUse;
    private final AtomicInteger mostInUse;
    private boolean entered;

    Using(Semaphore semaphore, int wanted, AtomicInteger inUse, AtomicInteger mostInUse) {
      super(ROUNDS);
      this.semaphore = semaphore;
      this.wanted = wanted;
      this.inUse = inUse;
      this.mostInUse = mostInUse;
    }

    @Override
    Future<Semaphore.Permit> begin(int round) {
      return semaphore.acquire(wanted);
    }

    @Override
    Poll end(Semaphore.Permit permit, Context context) {
      if (!entered) {
        entered = true;
        mostInUse.accumulateAndGet(inUse.addAndGet(wanted), Math::max);
        return context.yieldNow();
      }
      entered = false;
      inUse.addAndGet(-wanted);
      permit.close();
      return Poll.READY;
    }
  }

  @Test
  void aSemaphoreLetsInAsManyAsItHasPermits() throws Exception {
    Semaphore semaphore = new Semaphore(3);
    AtomicInteger inUse = new AtomicInteger();
    AtomicInteger mostInUse = new AtomicInteger();
    List<Using> tasks = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      tasks.add(new Using(semaphore, 1 + i % 3, inUse, mostInUse));
    }
    joinAll(spawn(tasks));
    assertThat(mostInUse.get()).isBetween(1, 3);
    assertThat(semaphore.availablePermits()).isEqualTo(3);
  }

  private static final class Meeting extends Steps<Boolean> {
    private final Barrier barrier;
    private final AtomicInteger arrivals;
    private final AtomicInteger leaders;
    private final AtomicInteger early;
    private int round;

    Meeting(Barrier barrier, AtomicInteger arrivals, AtomicInteger leaders, AtomicInteger early) {
      super(ROUNDS);
      this.barrier = barrier;
      this.arrivals = arrivals;
      this.leaders = leaders;
      this.early = early;
    }

    @Override
    Future<Boolean> begin(int round) {
      this.round = round;
      arrivals.incrementAndGet();
      return barrier.await();
    }

    @Override
    Poll end(Boolean isLeader, Context context) {
      if (arrivals.get() < (round + 1) * TASKS) {
        early.incrementAndGet();
      }
      if (isLeader) {
        leaders.incrementAndGet();
      }
      return Poll.READY;
    }
  }

  @Test
  void nobodyPassesABarrierBeforeAllHaveArrived() throws Exception {
    Barrier barrier = new Barrier(TASKS);
    AtomicInteger leaders = new AtomicInteger();
    AtomicInteger early = new AtomicInteger();
    AtomicInteger arrivals = new AtomicInteger();
    List<Meeting> tasks = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      tasks.add(new Meeting(barrier, arrivals, leaders, early));
    }
    joinAll(spawn(tasks));
    assertThat(early).hasValue(0);
    assertThat(leaders).hasValue(ROUNDS);
  }

  /** Two tasks hand a turn to and fro. */
  private static final class Turn extends Steps<@Nullable Void> {
    private final Notify mine;
    private final Notify theirs;

    Turn(Notify mine, Notify theirs) {
      super(ROUNDS);
      this.mine = mine;
      this.theirs = theirs;
    }

    @Override
    Future<@Nullable Void> begin(int round) {
      return mine.notified();
    }

    @Override
    Poll end(@Nullable Void none, Context context) {
      theirs.notifyOne();
      return Poll.READY;
    }
  }

  @Test
  void noNotificationIsLostBetweenTwo() throws Exception {
    Notify here = new Notify();
    Notify there = new Notify();
    List<JoinHandle<Integer>> handles =
        spawn(List.of(new Turn(here, there), new Turn(there, here)));
    here.notifyOne();
    joinAll(handles);
  }

  private static final class Producer extends Steps<Boolean> {
    private final Mpsc.Sender<Integer> sender;
    private final int id;

    Producer(Mpsc.Sender<Integer> sender, int id) {
      super(ROUNDS);
      this.sender = sender;
      this.id = id;
    }

    @Override
    Future<Boolean> begin(int round) {
      return sender.send(id * ROUNDS + round);
    }

    @Override
    Poll end(Boolean sent, Context context) {
      assertThat(sent).isTrue();
      return Poll.READY;
    }

    @Override
    public void close() {
      super.close();
      sender.close();
    }
  }

  /** Receives until the end; its value is what it received. */
  private static Probe<List<Integer>> consumer(Mpsc.Receiver<Integer> receiver) {
    List<Integer> received = new ArrayList<>();
    return new Probe<>((self, context) -> {
      while (receiver.pollReceive(context) == Poll.READY) {
        Integer message = receiver.tryReceive();
        if (message == null) {
          return self.done(received);
        }
        received.add(message);
      }
      return Poll.PENDING;
    });
  }

  /** Each producer's messages, all of them, in its order. */
  private static void assertComplete(List<Integer> received) {
    assertThat(received).hasSize(TASKS * ROUNDS);
    int[] next = new int[TASKS];
    for (int message : received) {
      assertThat(message % ROUNDS).isEqualTo(next[message / ROUNDS]++);
    }
  }

  @Test
  void everyMessageOfABoundedChannelArrivesInItsSendersOrder() throws Exception {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(3);
    Probe<List<Integer>> consumer = consumer(channel.receiver());
    one.spawn(consumer);
    List<Producer> producers = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      producers.add(new Producer(channel.sender().copy(), i));
    }
    channel.sender().close();
    joinAll(spawn(producers));
    assertComplete(consumer.join());
  }

  @Test
  void everyMessageOfAnUnboundedChannelArrivesInItsSendersOrder() throws Exception {
    Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
    Probe<List<Integer>> consumer = consumer(channel.receiver());
    other.spawn(consumer);
    for (int i = 0; i < TASKS; i++) {
      int id = i;
      Mpsc.UnboundedSender<Integer> sender = channel.sender().copy();
      Probe<Integer> producer =
          new Probe<>(
              (self, context) -> {
                for (int round = 0; round < ROUNDS; round++) {
                  sender.send(id * ROUNDS + round);
                }
                return self.done(ROUNDS);
              },
              sender::close);
      (i % 2 == 0 ? one : other).spawn(producer);
    }
    channel.sender().close();
    assertComplete(consumer.join());
  }
}
