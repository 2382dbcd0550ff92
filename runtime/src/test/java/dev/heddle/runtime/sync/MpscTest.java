package dev.heddle.runtime.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.sync.Mpsc.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MpscTest {
  private final ByHand receiving = new ByHand();
  private final ByHand sending = new ByHand();

  @Nested
  class Unbounded {
    private final Mpsc.Unbounded<String> channel = Mpsc.unbounded();
    private final Mpsc.UnboundedSender<String> sender = channel.sender();
    private final Mpsc.Receiver<String> receiver = channel.receiver();

    @Test
    void messagesArriveInOrder() throws Exception {
      assertThat(sender.send("a")).isTrue();
      assertThat(sender.send("b")).isTrue();
      Future<@Nullable String> first = receiver.receive();
      assertThat(receiving.isReady(first)).isTrue();
      assertThat(first.value()).isEqualTo("a");
      assertThat(first.value()).as("as often as it is asked").isEqualTo("a");
      first.close();
      assertThat(receiver.tryReceive()).isEqualTo("b");
      assertThat(receiver.tryReceive()).isNull();
      assertThat(receiver.isDrained()).isFalse();
    }

    @Test
    void aReceiverThatWaitsIsWokenByTheFirstMessageOnly() throws Exception {
      Future<@Nullable String> next = receiver.receive();
      assertThat(receiving.isReady(next)).isFalse();
      sender.send("a");
      sender.send("b");
      assertThat(receiving.wakes()).isEqualTo(1);
      assertThat(receiving.isReady(next)).isTrue();
      assertThat(next.value()).isEqualTo("a");
    }

    @Test
    void theWakerOfTheLatestPollCounts() {
      ByHand later = new ByHand();
      assertThat(receiver.pollReceive(receiving)).isEqualTo(Poll.PENDING);
      assertThat(receiver.pollReceive(later)).isEqualTo(Poll.PENDING);
      sender.send("a");
      assertThat(receiving.wakes()).isZero();
      assertThat(later.wakes()).isEqualTo(1);
    }

    @Test
    void withTheLastSenderTheChannelEndsBehindItsMessages() throws Exception {
      Mpsc.UnboundedSender<String> other = sender.copy();
      sender.send("a");
      sender.close();
      sender.close();
      other.send("b");
      assertThat(other.isClosed()).isFalse();
      assertThat(receiver.tryReceive()).isEqualTo("a");
      assertThat(receiver.isDrained()).isFalse();
      other.close();
      assertThat(receiver.isDrained()).as("a message is still in it").isFalse();
      assertThat(receiver.tryReceive()).isEqualTo("b");
      assertThat(receiver.isDrained()).isTrue();
      for (int i = 0; i < 2; i++) {
        Future<@Nullable String> end = receiver.receive();
        assertThat(receiving.isReady(end)).isTrue();
        assertThat(end.value()).isNull();
        end.close();
      }
    }

    @Test
    void theEndWakesAReceiverThatWaits() {
      assertThat(receiver.pollReceive(receiving)).isEqualTo(Poll.PENDING);
      sender.close();
      assertThat(receiving.wakes()).isEqualTo(1);
      assertThat(receiver.pollReceive(receiving)).isEqualTo(Poll.READY);
    }

    @Test
    void aClosedReceiverIsToldToTheSenderAndMayStillDrain() {
      sender.send("a");
      receiver.close();
      receiver.close();
      assertThat(sender.send("b")).isFalse();
      assertThat(sender.isClosed()).isTrue();
      assertThat(receiver.isDrained()).isFalse();
      assertThat(receiver.tryReceive()).isEqualTo("a");
      assertThat(receiver.isDrained()).isTrue();
      sender.close();
    }

    @Test
    void aClosedSenderSendsNoMore() {
      Mpsc.UnboundedSender<String> other = sender.copy();
      sender.close();
      assertThatIllegalStateException()
          .isThrownBy(() -> sender.send("a"))
          .withMessageContaining("copy()");
      assertThatIllegalStateException().isThrownBy(sender::copy);
      assertThat(other.send("b")).isTrue();
    }

    @Test
    void aReceiveThatIsClosedLeavesTheMessage() throws Exception {
      Future<@Nullable String> waiting = receiver.receive();
      assertThat(receiving.isReady(waiting)).isFalse();
      sender.send("a");
      waiting.close();
      Future<@Nullable String> ready = receiver.receive();
      assertThat(receiving.isReady(ready)).isTrue();
      ready.close();
      assertThatIllegalStateException().isThrownBy(() -> ready.poll(receiving));
      assertThat(receiver.tryReceive()).isEqualTo("a");
    }

    @Test
    void aReceiveThatIsClosedIsNotWoken() throws Exception {
      Future<@Nullable String> waiting = receiver.receive();
      assertThat(receiving.isReady(waiting)).isFalse();
      waiting.close();
      sender.send("a");
      assertThat(receiving.wakes()).isZero();
    }

    @Test
    void thereIsOneReceiveAtATime() throws Exception {
      Future<@Nullable String> first = receiver.receive();
      assertThat(receiving.isReady(first)).isFalse();
      Future<@Nullable String> second = receiver.receive();
      assertThatIllegalStateException()
          .isThrownBy(() -> second.poll(receiving))
          .withMessageContaining("close it first");
      assertThatIllegalStateException().isThrownBy(receiver::tryReceive);
      assertThatIllegalStateException().isThrownBy(() -> receiver.pollReceive(receiving));
      second.close();
      sender.send("a");
      assertThat(receiving.isReady(first)).isTrue();
      assertThat(first.value()).isEqualTo("a");
      assertThat(receiver.tryReceive()).isNull();
    }

    @Test
    void withoutBudgetNothingIsTaken() throws Exception {
      ByHand poor = ByHand.withoutBudget();
      sender.send("a");
      Future<@Nullable String> next = receiver.receive();
      assertThat(poor.isReady(next)).isFalse();
      assertThatIllegalStateException().isThrownBy(next::value);
      poor.giveBudget(1);
      assertThat(poor.isReady(next)).isTrue();
      assertThat(next.value()).isEqualTo("a");
    }

    @Test
    @SuppressWarnings("NullAway") // what is refused is a null
    void nullIsNoMessage() {
      assertThatNullPointerException().isThrownBy(() -> sender.send(null));
    }
  }

  @Nested
  class Bounded {
    private final Mpsc.Bounded<String> channel = Mpsc.bounded(2);
    private final Mpsc.Sender<String> sender = channel.sender();
    private final Mpsc.Receiver<String> receiver = channel.receiver();

    private Future<Boolean> waitingSend(String message) throws Exception {
      Future<Boolean> send = sender.send(message);
      assertThat(sending.isReady(send)).isFalse();
      return send;
    }

    private void fill() {
      assertThat(sender.trySend("a")).isEqualTo(Outcome.SENT);
      assertThat(sender.trySend("b")).isEqualTo(Outcome.SENT);
      assertThat(sender.trySend("c")).isEqualTo(Outcome.FULL);
    }

    @Test
    void sendingIsReadyAtOnceWhileThereIsRoom() throws Exception {
      Future<Boolean> send = sender.send("a");
      assertThat(receiver.tryReceive()).as("nothing is sent before the first poll").isNull();
      assertThat(sending.isReady(send)).isTrue();
      assertThat(send.value()).isTrue();
      send.close();
      assertThat(receiver.tryReceive()).isEqualTo("a");
    }

    @Test
    void aSenderWaitsForRoomAndIsWokenByTheReceiver() throws Exception {
      fill();
      Future<Boolean> send = waitingSend("c");
      assertThatIllegalStateException().isThrownBy(send::value);
      assertThat(receiver.tryReceive()).isEqualTo("a");
      assertThat(sending.wakes()).isEqualTo(1);
      assertThat(sender.trySend("d")).as("the room is the waiting one's").isEqualTo(Outcome.FULL);
      assertThat(sending.isReady(send)).isTrue();
      assertThat(send.value()).isTrue();
      assertThat(receiver.tryReceive()).isEqualTo("b");
      assertThat(receiver.tryReceive()).isEqualTo("c");
      assertThat(receiver.tryReceive()).isNull();
    }

    @Test
    void aSendThatIsGivenUpSendsNothingAndPassesItsRoomOn() throws Exception {
      fill();
      Future<Boolean> first = waitingSend("c");
      ByHand other = new ByHand();
      Future<Boolean> second = sender.send("d");
      assertThat(other.isReady(second)).isFalse();
      assertThat(receiver.tryReceive()).isEqualTo("a");
      first.close();
      assertThat(other.wakes()).isEqualTo(1);
      assertThat(other.isReady(second)).isTrue();
      assertThat(receiver.tryReceive()).isEqualTo("b");
      assertThat(receiver.tryReceive()).isEqualTo("d");
    }

    @Test
    void aClosedReceiverIsToldToAllWhoWait() throws Exception {
      fill();
      Future<Boolean> send = waitingSend("c");
      receiver.close();
      assertThat(sending.wakes()).isEqualTo(1);
      assertThat(sending.isReady(send)).isTrue();
      assertThat(send.value()).isFalse();
      assertThat(sender.trySend("d")).isEqualTo(Outcome.CLOSED);
      Future<Boolean> late = sender.send("e");
      assertThat(sending.isReady(late)).isTrue();
      assertThat(late.value()).isFalse();
      assertThat(receiver.tryReceive()).isEqualTo("a");
      assertThat(receiver.tryReceive()).isEqualTo("b");
      assertThat(receiver.isDrained()).isTrue();
    }

    @Test
    void roomGivenBeforeTheCloseIsOfNoUseAfterIt() throws Exception {
      fill();
      Future<Boolean> send = waitingSend("c");
      assertThat(receiver.tryReceive()).isEqualTo("a");
      receiver.close();
      assertThat(sending.isReady(send)).isTrue();
      assertThat(send.value()).isFalse();
    }

    @Test
    void withTheLastSenderTheChannelEnds() throws Exception {
      Mpsc.Sender<String> other = sender.copy();
      fill();
      Future<Boolean> send = waitingSend("c");
      sender.close();
      assertThat(sending.wakes()).isZero();
      other.close();
      assertThat(sending.isReady(send)).isTrue();
      assertThat(send.value()).isFalse();
      assertThat(receiver.tryReceive()).isEqualTo("a");
      assertThat(receiver.tryReceive()).isEqualTo("b");
      assertThat(receiver.isDrained()).isTrue();
    }

    @Test
    void withoutBudgetNothingIsSent() throws Exception {
      ByHand poor = ByHand.withoutBudget();
      Future<Boolean> send = sender.send("a");
      assertThat(poor.isReady(send)).isFalse();
      assertThat(receiver.tryReceive()).isNull();
      poor.giveBudget(1);
      assertThat(poor.isReady(send)).isTrue();
      assertThat(receiver.tryReceive()).isEqualTo("a");
    }

    @Test
    void aChannelWithoutRoomIsRefused() {
      assertThatIllegalArgumentException().isThrownBy(() -> Mpsc.bounded(0));
      assertThatIllegalArgumentException().isThrownBy(() -> Mpsc.bounded(Integer.MAX_VALUE));
    }
  }
}
