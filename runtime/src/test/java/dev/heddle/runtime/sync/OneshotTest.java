package dev.heddle.runtime.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.FakeContext;
import dev.heddle.runtime.Poll;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OneshotTest {
  private final List<String> woken = new ArrayList<>();
  private final Oneshot<@Nullable String> oneshot = new Oneshot<>();

  /** A context whose waker is the same at each call. */
  private Context context(String name) {
    return new FakeContext(() -> woken.add(name));
  }

  @Test
  void aValueSentBeforeIsReadyAtTheFirstPoll() {
    assertThat(oneshot.send("value")).isTrue();
    assertThat(oneshot.poll(context("a"))).isEqualTo(Poll.READY);
    assertThat(oneshot.value()).isEqualTo("value");
    assertThat(woken).isEmpty();
  }

  @Test
  void aReceiverThatWaitsIsWokenOnce() {
    Context context = context("a");
    assertThat(oneshot.poll(context)).isEqualTo(Poll.PENDING);
    assertThat(oneshot.poll(context)).isEqualTo(Poll.PENDING);
    assertThat(oneshot.send("value")).isTrue();
    assertThat(woken).containsExactly("a");
    assertThat(oneshot.poll(context)).isEqualTo(Poll.READY);
  }

  @Test
  void theWakerOfTheLatestPollCounts() {
    oneshot.poll(context("a"));
    oneshot.poll(context("b"));
    oneshot.send("value");
    assertThat(woken).containsExactly("b");
  }

  @Test
  void nullIsAValue() {
    assertThat(oneshot.send(null)).isTrue();
    assertThat(oneshot.poll(context("a"))).isEqualTo(Poll.READY);
    assertThat(oneshot.value()).isNull();
  }

  @Test
  void sendingTwiceIsRefused() {
    oneshot.send("value");
    assertThatIllegalStateException().isThrownBy(() -> oneshot.send("other"));
    assertThat(oneshot.value()).isEqualTo("value");
  }

  @Test
  void aClosedSenderFailsTheReceiver() {
    Context context = context("a");
    oneshot.poll(context);
    oneshot.closeSender();
    assertThat(woken).containsExactly("a");
    assertThatExceptionOfType(OneshotClosedException.class).isThrownBy(() -> oneshot.poll(context));
  }

  @Test
  void aClosedSenderSendsNoMore() {
    oneshot.closeSender();
    assertThatIllegalStateException().isThrownBy(() -> oneshot.send("value"));
  }

  @Test
  void closingTheSenderAfterSendingChangesNothing() {
    oneshot.send("value");
    oneshot.closeSender();
    assertThat(oneshot.poll(context("a"))).isEqualTo(Poll.READY);
    assertThat(oneshot.value()).isEqualTo("value");
  }

  @Test
  void aClosedReceiverIsToldToTheSenderAndNotWoken() {
    oneshot.poll(context("a"));
    oneshot.close();
    assertThat(oneshot.send("value")).isFalse();
    assertThat(woken).isEmpty();
  }

  @Test
  void aClosedReceiverIsNotPolledAgain() {
    oneshot.close();
    assertThatIllegalStateException().isThrownBy(() -> oneshot.poll(context("a")));
  }

  @Test
  void closingTheReceiverKeepsAValueThatWasSent() {
    oneshot.send("value");
    oneshot.poll(context("a"));
    oneshot.close();
    assertThat(oneshot.value()).isEqualTo("value");
  }

  @Test
  void nothingReceivedHasNoValue() {
    assertThatIllegalStateException().isThrownBy(oneshot::value);
  }
}
