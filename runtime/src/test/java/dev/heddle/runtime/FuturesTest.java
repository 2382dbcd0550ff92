package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FuturesTest {
  private final List<String> closed = new ArrayList<>();
  private final Context context = new FakeContext(() -> {});

  /** Ready after so many polls; counts its polls and closes. */
  private final class Step implements Future<String> {
    private final String name;
    private final int readyAt;
    private int polls;
    @Nullable Exception failure;
    @Nullable RuntimeException closeFailure;
    boolean givesNull;

    Step(String name, int readyAt) {
      this.name = name;
      this.readyAt = readyAt;
    }

    @Override
    @SuppressWarnings("NullAway") // what a careless future does
    public Poll poll(Context in) throws Exception {
      polls++;
      if (givesNull) {
        return null;
      }
      if (failure != null) {
        throw failure;
      }
      return polls == readyAt ? Poll.READY : Poll.PENDING;
    }

    @Override
    public String value() {
      return name;
    }

    @Override
    public void close() {
      closed.add(name);
      if (closeFailure != null) {
        throw closeFailure;
      }
    }
  }

  private final Step one = new Step("one", 1);
  private final Step two = new Step("two", 2);
  private final Step three = new Step("three", 3);

  @Test
  void aJoinIsReadyWithItsLastFutureAndKeepsTheirOrder() throws Exception {
    Future<List<String>> join = Futures.join(three, one, two);
    assertThat(join.poll(context)).isEqualTo(Poll.PENDING);
    assertThat(join.poll(context)).isEqualTo(Poll.PENDING);
    assertThat(join.poll(context)).isEqualTo(Poll.READY);
    assertThat(join.value()).containsExactly("three", "one", "two");
  }

  @Test
  void aFutureThatIsReadyIsNotPolledAgain() throws Exception {
    Future<List<String>> join = Futures.join(one, three);
    while (join.poll(context) == Poll.PENDING) {}
    assertThat(one.polls).isEqualTo(1);
    assertThat(three.polls).isEqualTo(3);
  }

  @Test
  void aJoinOfNothingIsReadyWithNothing() throws Exception {
    Future<List<String>> join = Futures.join(List.<Future<String>>of());
    assertThat(join.poll(context)).isEqualTo(Poll.READY);
    assertThat(join.value()).isEmpty();
  }

  @Test
  void aJoinThatIsNotReadyHasNoValue() {
    assertThatIllegalStateException().isThrownBy(Futures.join(one, two)::value);
  }

  @Test
  void theFailureOfOneIsTheFailureOfTheJoin() {
    two.failure = new java.io.IOException("broken");
    assertThatThrownBy(() -> Futures.join(three, two, one).poll(context)).isSameAs(two.failure);
    assertThat(one.polls).as("not polled after the failure").isZero();
  }

  @Test
  void closingAJoinClosesEveryFutureOnce() {
    Futures.join(one, two, three).close();
    assertThat(closed).containsExactly("one", "two", "three");
  }

  @Test
  void closingAJoinClosesAllEvenIfTheyThrowTheSame() {
    RuntimeException same = new RuntimeException("same");
    one.closeFailure = same;
    two.closeFailure = same;
    assertThatThrownBy(Futures.join(one, two, three)::close).isSameAs(same);
    assertThat(closed).containsExactly("one", "two", "three");
  }

  @Test
  void aFutureWhosePollGivesNullFailsTheJoin() {
    two.givesNull = true;
    assertThatThrownBy(() -> Futures.join(one, two).poll(context))
        .isInstanceOf(NullPointerException.class)
        .hasMessageEndingWith("poll gave null");
  }

  @Test
  void closingAJoinClosesAllEvenIfSomeThrow() {
    one.closeFailure = new RuntimeException("one");
    two.closeFailure = new RuntimeException("two");
    assertThatThrownBy(Futures.join(one, two, three)::close)
        .isSameAs(one.closeFailure)
        .hasSuppressedException(two.closeFailure);
    assertThat(closed).containsExactly("one", "two", "three");
  }

  @Test
  void aTaskThatJoinsFuturesClosesThemOnceWhenOneFails() {
    two.failure = new java.io.IOException("broken");
    List<Task<?>> runnable = new ArrayList<>();
    HeddleRuntime runtime = HandDriven.runtime(runnable::add);
    JoinHandle<List<String>> handle = runtime.spawn(Futures.join(one, two, three));
    runtime.newWorker().run(runnable.getFirst());
    assertThatThrownBy(handle::value).isInstanceOf(TaskFailedException.class).hasCause(two.failure);
    assertThat(closed).containsExactly("one", "two", "three");
  }

  @Test
  void yieldNowIsPendingOnce() throws Exception {
    Future<@Nullable Void> yield = Futures.yieldNow();
    assertThat(yield.poll(context)).isEqualTo(Poll.PENDING);
    assertThat(yield.poll(context)).isEqualTo(Poll.READY);
    assertThat(yield.value()).isNull();
  }
}
