package dev.heddle.runtime.sync;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

public class MpscStress {

  private static int orZero(@Nullable Integer message) {
    return message == null ? 0 : message;
  }

  @JCStressTest
  @State
  @Outcome(id = "7, [01]", expect = ACCEPTABLE, desc = "received at once")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the wake-up was lost")
  @Outcome(expect = FORBIDDEN)
  public static class SendAgainstReceive {
    private final Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
    private final Mpsc.Receiver<Integer> receiver = channel.receiver();
    private final ByHand task = new ByHand();

    @Actor
    public void send() {
      channel.sender().send(7);
    }

    @Actor
    public void receive(II_Result r) {
      if (receiver.pollReceive(task) == Poll.READY) {
        r.r1 = orZero(receiver.tryReceive());
      }
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r2 = task.wakes();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "sent before the close")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused")
  @Outcome(expect = FORBIDDEN)
  public static class SendAgainstCloseOfReceiver {
    private final Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();

    @Actor
    public void send(II_Result r) {
      r.r1 = channel.sender().send(7) ? 1 : 0;
    }

    @Actor
    public void close() {
      channel.receiver().close();
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r2 = orZero(channel.receiver().tryReceive());
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "1, [01]", expect = ACCEPTABLE, desc = "ready at once")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the wake-up was lost")
  @Outcome(expect = FORBIDDEN)
  public static class CloseOfSenderAgainstReceive {
    private final Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
    private final ByHand task = new ByHand();

    @Actor
    public void close() {
      channel.sender().close();
    }

    @Actor
    public void receive(II_Result r) {
      r.r1 = channel.receiver().pollReceive(task) == Poll.READY ? 1 : 0;
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r2 = task.wakes();
    }
  }

  /** One of the two is the last, and closes the channel. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "closed, and the receiver was woken")
  @Outcome(expect = FORBIDDEN)
  public static class CloseOfSenderAgainstCloseOfSender {
    private final Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
    private final Mpsc.UnboundedSender<Integer> other = channel.sender().copy();
    private final ByHand task = new ByHand();

    public CloseOfSenderAgainstCloseOfSender() {
      channel.receiver().pollReceive(task);
    }

    @Actor
    public void close() {
      channel.sender().close();
    }

    @Actor
    public void closeToo() {
      other.close();
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r1 = channel.receiver().isDrained() ? 1 : 0;
      r.r2 = task.wakes();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "3, 1", expect = ACCEPTABLE, desc = "both arrived, and one woke the receiver")
  @Outcome(expect = FORBIDDEN)
  public static class SendAgainstSend {
    private final Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
    private final ByHand task = new ByHand();

    public SendAgainstSend() {
      channel.receiver().pollReceive(task);
    }

    @Actor
    public void send() {
      channel.sender().send(1);
    }

    @Actor
    public void sendToo() {
      channel.sender().send(2);
    }

    @Arbiter
    public void settle(II_Result r) {
      Mpsc.Receiver<Integer> receiver = channel.receiver();
      r.r1 = orZero(receiver.tryReceive()) + orZero(receiver.tryReceive());
      r.r2 = task.wakes();
    }
  }

  private static Mpsc.Bounded<Integer> full() {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(1);
    channel.sender().trySend(1);
    return channel;
  }

  @JCStressTest
  @State
  @Outcome(id = "1, [01]", expect = ACCEPTABLE, desc = "ready at once")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the wake-up was lost")
  @Outcome(expect = FORBIDDEN)
  public static class ReceiveAgainstSendToFull {
    private final Mpsc.Bounded<Integer> channel = full();
    private final Future<Boolean> sending = channel.sender().send(2);
    private final ByHand task = new ByHand();

    @Actor
    public void receive() {
      channel.receiver().tryReceive();
    }

    @Actor
    public void send(II_Result r) {
      r.r1 = task.poll(sending);
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r2 = task.wakes();
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the room went to the second in line")
  @Outcome(expect = FORBIDDEN, desc = "the room is gone with the first in line")
  public static class ReceiveAgainstCloseOfSend {
    private final Mpsc.Bounded<Integer> channel = full();
    private final Future<Boolean> first = channel.sender().send(2);
    private final Future<Boolean> second = channel.sender().send(3);
    private final ByHand task = new ByHand();

    public ReceiveAgainstCloseOfSend() {
      new ByHand().poll(first);
      task.poll(second);
    }

    @Actor
    public void receive() {
      channel.receiver().tryReceive();
    }

    @Actor
    public void giveUp() {
      first.close();
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r1 = task.wakes();
      r.r2 = task.poll(second);
    }
  }

  @JCStressTest
  @State
  @Outcome(id = "1, [01]", expect = ACCEPTABLE, desc = "ready at once")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the wake-up was lost")
  @Outcome(expect = FORBIDDEN)
  public static class CloseOfReceiverAgainstSendToFull {
    private final Mpsc.Bounded<Integer> channel = full();
    private final Future<Boolean> sending = channel.sender().send(2);
    private final ByHand task = new ByHand();

    @Actor
    public void close() {
      channel.receiver().close();
    }

    @Actor
    public void send(II_Result r) {
      r.r1 = task.poll(sending);
    }

    @Arbiter
    public void settle(II_Result r) {
      r.r2 = task.wakes();
    }
  }
}
