package dev.heddle.runtime.sync;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An unbounded channel with two senders is linearizable to a FIFO that is closed by its receiver or
 * with its last sender. Each end belongs to one thread; only the receiver is closed by any.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // alone ten seconds, on a busy machine over a minute
class MpscLincheckTest {

  @Test
  void itIsAFifoThatIsClosedOnce() {
    new ModelCheckingOptions()
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(2)
        .iterations(10)
        .invocationsPerIteration(300)
        .sequentialSpecification(Model.class)
        .check(Channel.class);
  }

  public static class Channel {
    private final Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
    private final Mpsc.UnboundedSender<Integer> first = channel.sender();
    private final Mpsc.UnboundedSender<Integer> second = first.copy();

    @Operation(nonParallelGroup = "first")
    public boolean sendFirst(int message) {
      return first.send(message);
    }

    @Operation(nonParallelGroup = "first")
    public void closeFirst() {
      first.close();
    }

    @Operation(nonParallelGroup = "second")
    public boolean sendSecond(int message) {
      return second.send(message);
    }

    @Operation(nonParallelGroup = "second")
    public void closeSecond() {
      second.close();
    }

    @Operation(nonParallelGroup = "receiver")
    public @Nullable Integer tryReceive() {
      return channel.receiver().tryReceive();
    }

    @Operation(nonParallelGroup = "receiver")
    public boolean isDrained() {
      return channel.receiver().isDrained();
    }

    @Operation
    public void closeReceiver() {
      channel.receiver().close();
    }
  }

  /** What {@link Channel} should be. */
  public static class Model {
    private final ArrayDeque<Integer> messages = new ArrayDeque<>();
    private boolean firstClosed;
    private boolean secondClosed;
    private boolean receiverClosed;

    private boolean isClosed() {
      return receiverClosed || (firstClosed && secondClosed);
    }

    private boolean send(boolean senderClosed, int message) {
      if (senderClosed) {
        throw new IllegalStateException();
      }
      return !isClosed() && messages.add(message);
    }

    public boolean sendFirst(int message) {
      return send(firstClosed, message);
    }

    public void closeFirst() {
      firstClosed = true;
    }

    public boolean sendSecond(int message) {
      return send(secondClosed, message);
    }

    public void closeSecond() {
      secondClosed = true;
    }

    public @Nullable Integer tryReceive() {
      return messages.poll();
    }

    public boolean isDrained() {
      return isClosed() && messages.isEmpty();
    }

    public void closeReceiver() {
      receiverClosed = true;
    }
  }
}
