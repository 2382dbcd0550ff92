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

  private final Step one = new Step("one", 1, closed);
  private final Step two = new Step("two", 2, closed);
  private final Step three = new Step("three", 3, closed);

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
    runtime.books().newWorker().run(runnable.getFirst());
    assertThatThrownBy(handle::value).isInstanceOf(TaskFailedException.class).hasCause(two.failure);
    assertThat(closed).containsExactly("one", "two", "three");
  }

  /** So that no child is always the last to be offered what is left of the budget. */
  @Test
  void eachPollOfAJoinBeginsOneFurtherOn() throws Exception {
    List<String> polled = new ArrayList<>();
    List<Future<String>> futures = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      futures.add(
          Futures.pollFn((in, result) -> {
            polled.add(name);
            return Poll.PENDING;
          }));
    }
    Future<List<String>> join = Futures.join(futures);
    for (int i = 0; i < 4; i++) {
      join.poll(context);
    }
    assertThat(String.join("", polled)).isEqualTo("abc" + "bca" + "cab" + "abc");
  }

  @Test
  void aMappedFutureHasTheFunctionsValue() throws Exception {
    Future<Integer> length = two.map(String::length);
    assertThat(length.poll(context)).isEqualTo(Poll.PENDING);
    assertThat(length.poll(context)).isEqualTo(Poll.READY);
    assertThat(length.value()).isEqualTo(3);
    length.close();
    assertThat(closed).containsExactly("two");
  }

  @Test
  void aMappingThatThrowsIsTheFailureOfThePoll() {
    RuntimeException thrown = new RuntimeException("mapping");
    Future<Integer> mapped =
        one.map(value -> {
          throw thrown;
        });
    assertThatThrownBy(() -> mapped.poll(context)).isSameAs(thrown);
    assertThatIllegalStateException().isThrownBy(mapped::value);
    mapped.close();
    assertThat(closed).containsExactly("one");
  }

  @Test
  void thenPollsTheSecondWithinThePollInWhichTheFirstIsReady() throws Exception {
    Future<String> both = two.then(value -> one);
    assertThat(both.poll(context)).isEqualTo(Poll.PENDING);
    assertThat(both.poll(context)).isEqualTo(Poll.READY);
    assertThat(closed).as("closed as soon as it is of no use").containsExactly("two");
    assertThat(both.value()).isEqualTo("one");
    both.close();
    assertThat(closed).containsExactly("two", "one");
  }

  @Test
  void closingAThenEarlyClosesTheFirst() throws Exception {
    Future<String> both = two.then(value -> one);
    both.poll(context);
    both.close();
    assertThat(closed).containsExactly("two");
  }

  @Test
  void theFailureOfEitherIsTheFailureOfAThen() {
    three.failure = new java.io.IOException("broken");
    assertThatThrownBy(() -> three.then(value -> one).poll(context)).isSameAs(three.failure);
    Future<String> second = one.then(value -> three);
    assertThatThrownBy(() -> second.poll(context)).isSameAs(three.failure);
    second.close();
    assertThat(closed).containsExactly("one", "three");
  }

  @Test
  void aThenWhoseFunctionThrowsOrGivesNullFailsAndClosesTheFirst() {
    RuntimeException thrown = new RuntimeException("no second");
    Future<String> throwing =
        one.then(value -> {
          throw thrown;
        });
    assertThatThrownBy(() -> throwing.poll(context)).isSameAs(thrown);
    throwing.close();
    @SuppressWarnings("NullAway") // what a careless function does
    Future<String> careless = new Step("other", 1, closed).then(value -> null);
    assertThatThrownBy(() -> careless.poll(context)).hasMessage("a future to combine is null");
    careless.close();
    assertThat(closed).containsExactly("one", "other");
  }

  @Test
  void aThenWhoseFirstCannotBeClosedClosesTheSecondToo() {
    one.closeFailure = new RuntimeException("close");
    Future<String> both = one.then(value -> two);
    assertThatThrownBy(() -> both.poll(context)).isSameAs(one.closeFailure);
    both.close();
    assertThat(closed).containsExactly("one", "two");
  }

  @Test
  void aLambdaIsAFutureWithAValue() throws Exception {
    int[] polls = new int[1];
    Future<Integer> future =
        Futures.pollFn((in, result) -> ++polls[0] < 3 ? Poll.PENDING : result.ready(polls[0]));
    assertThatIllegalStateException().isThrownBy(future::value);
    while (future.poll(context) == Poll.PENDING) {}
    assertThat(future.value()).isEqualTo(3);
  }

  @Test
  void aLambdaThatIsReadyWithoutAValueFails() {
    Future<Integer> future = Futures.pollFn((in, result) -> Poll.READY);
    assertThatIllegalStateException()
        .isThrownBy(() -> future.poll(context))
        .withMessageContaining("result.ready(value)");
  }

  @Test
  void aReadyFutureIsReadyAndAFailedOneFails() throws Exception {
    Future<@Nullable String> ready = Futures.ready(null);
    assertThat(ready.poll(context)).isEqualTo(Poll.READY);
    assertThat(ready.value()).isNull();
    java.io.IOException failure = new java.io.IOException("broken");
    assertThatThrownBy(() -> Futures.failed(failure).poll(context)).isSameAs(failure);
  }

  @Test
  void yieldNowIsPendingOnce() throws Exception {
    Future<@Nullable Void> yield = Futures.yieldNow();
    assertThat(yield.poll(context)).isEqualTo(Poll.PENDING);
    assertThat(yield.poll(context)).isEqualTo(Poll.READY);
    assertThat(yield.value()).isNull();
  }
}
