package dev.heddle.runtime.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Bounded channels used by one thread, against a plain FIFO and a line of those who wait. */
class MpscModelTest {

  enum Step {
    SEND,
    TRY_SEND,
    POLL_FIRST_SENDER,
    GIVE_UP_A_SENDER,
    RECEIVE,
    CLOSE_RECEIVER
  }

  private record Waiting(Future<Boolean> future, int message, ByHand task) {}

  @Property
  void aBoundedChannelIsAFifoWithALineBeforeIt(
      @ForAll @IntRange(min = 1, max = 4) int capacity, @ForAll @Size(max = 80) List<Step> steps)
      throws Exception {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(capacity);
    Mpsc.Sender<Integer> sender = channel.sender();
    Mpsc.Receiver<Integer> receiver = channel.receiver();
    ArrayDeque<Integer> messages = new ArrayDeque<>();
    List<Waiting> line = new ArrayList<>();
    boolean closed = false;
    int next = 0;
    for (Step step : steps) {
      // The first in line have the room that is left, whether they know it yet or not.
      boolean roomForOneMore = messages.size() + line.size() < capacity;
      switch (step) {
        case SEND -> {
          Waiting send = new Waiting(sender.send(next), next, new ByHand());
          boolean ready = send.task().isReady(send.future());
          assertThat(ready).isEqualTo(closed || roomForOneMore);
          if (!ready) {
            line.add(send);
          } else {
            assertThat(send.future().value()).isEqualTo(!closed);
            if (!closed) {
              messages.add(next);
            }
          }
          next++;
        }
        case TRY_SEND -> {
          Mpsc.Outcome outcome = sender.trySend(next);
          if (closed) {
            assertThat(outcome).isEqualTo(Mpsc.Outcome.CLOSED);
          } else if (roomForOneMore) {
            assertThat(outcome).isEqualTo(Mpsc.Outcome.SENT);
            messages.add(next);
          } else {
            assertThat(outcome).isEqualTo(Mpsc.Outcome.FULL);
          }
          next++;
        }
        case POLL_FIRST_SENDER -> {
          if (!line.isEmpty()) {
            Waiting first = line.getFirst();
            boolean served = closed || messages.size() < capacity;
            assertThat(first.task().wakes()).isEqualTo(served ? 1 : 0);
            assertThat(first.task().isReady(first.future())).isEqualTo(served);
            if (served) {
              assertThat(first.future().value()).isEqualTo(!closed);
              line.removeFirst();
              if (!closed) {
                messages.add(first.message());
              }
            }
          }
        }
        case GIVE_UP_A_SENDER -> {
          if (!line.isEmpty()) {
            line.remove(line.size() / 2).future().close();
          }
        }
        case RECEIVE -> assertThat(receiver.tryReceive()).isEqualTo(messages.poll());
        case CLOSE_RECEIVER -> {
          receiver.close();
          closed = true;
        }
      }
      assertThat(sender.isClosed()).isEqualTo(closed);
      assertThat(receiver.isDrained()).isEqualTo(closed && messages.isEmpty());
    }
  }
}
