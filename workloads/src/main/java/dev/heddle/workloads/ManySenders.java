package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.sync.Mpsc;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Five tasks send 1,000 messages each to one receiver, through a channel; after Tokio's benchmarks
 * {@code contention/bounded_full} and {@code contention/unbounded} of its {@code mpsc}.
 *
 * <p>What it stresses: tasks that can go on for a while before they must wait for one another, and
 * how often a scheduler makes them. In a channel of {@value #CAPACITY} a sender that finds it full
 * is woken when a message is received, so six tasks take turns in batches whose size is up to the
 * order in which the scheduler runs them. In an unbounded channel nobody waits but the receiver.
 *
 * <p>The trap: a receiver that is woken, finds one message and waits again costs a wake-up for each
 * message, one that finds many costs next to none; so the score is as much that of the order of
 * polls as of the channel. And a message that is made for each send would measure the collector:
 * all messages are there before the first round. A round takes 100 us and more, so the receiver of
 * one starts the next, {@value #ROUNDS} times per invocation.
 *
 * <p>Unit: one message. A round's six spawns and its channel are 0.1 % of its messages.
 *
 * <p>The check: messages are numbered, and the receiver expects those of each sender in the order
 * sent; a task that is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ManySenders {
  static final int SENDERS = 5;
  static final int MESSAGES = 1_000;
  static final int ROUNDS = 40;
  private static final int CAPACITY = 100;
  private static final String BOUNDED = "mpsc";
  private static final String UNBOUNDED = "mpsc-unbounded";

  /** Message {@code m} of sender {@code s} is the number {@code s * MESSAGES + m}. */
  private static final Integer[] NUMBERS =
      IntStream.range(0, SENDERS * MESSAGES).boxed().toArray(Integer[]::new);

  private final Duration deadline;

  /** Called by JMH. */
  public ManySenders() {
    this(Check.defaultDeadline());
  }

  ManySenders(Duration deadline) {
    this.deadline = deadline;
  }

  /** The workload with a channel that is full most of the time. */
  @Benchmark
  @OperationsPerInvocation(SENDERS * MESSAGES * ROUNDS)
  @Workload(
      name = BOUNDED,
      unit = "message",
      summary = "5 senders of 1,000 messages each to one receiver, through a channel of 100")
  public void bounded(RuntimeState state) throws InterruptedException {
    runBounded(state.runtime(), MESSAGES, ROUNDS);
  }

  /** The workload with a channel that is never full. */
  @Benchmark
  @OperationsPerInvocation(SENDERS * MESSAGES * ROUNDS)
  @Workload(
      name = UNBOUNDED,
      unit = "message",
      summary = "5 senders of 1,000 messages each to one receiver, through an unbounded channel")
  public void unbounded(RuntimeState state) throws InterruptedException {
    runUnbounded(state.runtime(), MESSAGES, ROUNDS);
  }

  /** Runs {@code rounds} rounds one after the other, of so many messages from each sender. */
  void runBounded(HeddleRuntime runtime, int messages, int rounds) throws InterruptedException {
    run(runtime, new Check(BOUNDED, deadline), ManySenders::openBounded, messages, rounds);
  }

  /** As {@link #runBounded}. */
  void runUnbounded(HeddleRuntime runtime, int messages, int rounds) throws InterruptedException {
    run(runtime, new Check(UNBOUNDED, deadline), ManySenders::openUnbounded, messages, rounds);
  }

  private static void run(
      HeddleRuntime runtime, Check check, Opening opening, int messages, int rounds)
      throws InterruptedException {
    Round first =
        new Round(check, 1, rounds, (round, id) -> new Receiving(round, id, opening, messages));
    first.start(runtime);
    long perRound = (long) SENDERS * messages;
    check.await(perRound * rounds, "messages", () -> perRound * first.arrived());
  }

  /** Opens a channel and spawns the senders of so many messages each. */
  @FunctionalInterface
  private interface Opening {
    Mpsc.Receiver<Integer> open(HeddleRuntime runtime, Check check, int messages);
  }

  private static Mpsc.Receiver<Integer> openBounded(
      HeddleRuntime runtime, Check check, int messages) {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(CAPACITY);
    try (Mpsc.Sender<Integer> sender = channel.sender()) {
      for (int i = 0; i < SENDERS; i++) {
        runtime.spawn(new Sending(check, i, messages, sender.copy()));
      }
    }
    return channel.receiver();
  }

  private static Mpsc.Receiver<Integer> openUnbounded(
      HeddleRuntime runtime, Check check, int messages) {
    Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
    try (Mpsc.UnboundedSender<Integer> sender = channel.sender()) {
      for (int i = 0; i < SENDERS; i++) {
        runtime.spawn(new UnboundedSending(check, i, messages, sender.copy()));
      }
    }
    return channel.receiver();
  }

  private static final class Receiving extends Task<@Nullable Void> {
    private final Round round;
    private final int id;
    private final Opening opening;
    private final int messages;
    private final int[] received = new int[SENDERS];
    private int left;
    private Mpsc.@Nullable Receiver<Integer> channel;

    Receiving(Round round, int id, Opening opening, int messages) {
      this.round = round;
      this.id = id;
      this.opening = opening;
      this.messages = messages;
      left = SENDERS * messages;
    }

    @Override
    public Poll poll(Context context) {
      if (left == 0) {
        round.check.failDoubled();
        return ready(null);
      }
      Mpsc.Receiver<Integer> opened = channel;
      if (opened == null) {
        opened = opening.open(context.runtime(), round.check, messages);
        channel = opened;
      }
      do {
        if (opened.pollReceive(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        if (!isExpected(opened.tryReceive())) {
          return ready(null);
        }
      } while (--left > 0);
      round.arrive(id, context.runtime());
      return ready(null);
    }

    private boolean isExpected(@Nullable Integer message) {
      if (message == null) {
        round.check.fail("expected %d messages more, found the channel closed".formatted(left));
        return false;
      }
      int sender = message / MESSAGES;
      int expected = sender * MESSAGES + received[sender]++;
      if (message != expected) {
        round.check.fail("expected message %d, found %d".formatted(expected, message));
        return false;
      }
      return true;
    }

    @Override
    public void close() {
      if (channel != null) {
        channel.close();
      }
    }
  }

  private static final class Sending extends Task<@Nullable Void> {
    private final Check check;
    private final Mpsc.Sender<Integer> channel;
    private final int end;
    private int next;
    private boolean finished;
    private @Nullable Future<Boolean> sending;

    Sending(Check check, int sender, int messages, Mpsc.Sender<Integer> channel) {
      this.check = check;
      this.channel = channel;
      next = sender * MESSAGES;
      end = next + messages;
    }

    @Override
    public Poll poll(Context context) throws Exception {
      if (finished) {
        check.failDoubled();
        return ready(null);
      }
      while (next < end) {
        Future<Boolean> begun = sending;
        if (begun == null) {
          begun = channel.send(NUMBERS[next]);
          sending = begun;
        }
        if (begun.poll(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        begun.close();
        sending = null;
        next++;
      }
      finished = true;
      return ready(null);
    }

    @Override
    public void close() {
      if (sending != null) {
        sending.close();
      }
      channel.close();
    }
  }

  private static final class UnboundedSending extends Task<@Nullable Void> {
    private final Check check;
    private final Mpsc.UnboundedSender<Integer> channel;
    private final int first;
    private final int messages;
    private boolean finished;

    UnboundedSending(Check check, int sender, int messages, Mpsc.UnboundedSender<Integer> channel) {
      this.check = check;
      this.channel = channel;
      first = sender * MESSAGES;
      this.messages = messages;
    }

    @Override
    public Poll poll(Context context) {
      if (finished) {
        check.failDoubled();
        return ready(null);
      }
      finished = true;
      for (int i = 0; i < messages; i++) {
        channel.send(NUMBERS[first + i]);
      }
      return ready(null);
    }

    @Override
    public void close() {
      channel.close();
    }
  }
}
