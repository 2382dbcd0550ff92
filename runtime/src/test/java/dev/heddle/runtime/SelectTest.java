package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SelectTest {
  private final List<String> closed = new ArrayList<>();
  private final Context context = new FakeContext(() -> {});

  private Step step(String name, int readyAt) {
    return new Step(name, readyAt, closed);
  }

  private final Step never = step("never", 0);
  private final Step one = step("one", 1);
  private final Step two = step("two", 2);

  private static Select<String> from(int start, Step... steps) {
    return new Select<>(List.of(steps), start);
  }

  @Test
  void theFirstToBeReadyWinsAndTheOthersAreClosedAtOnce() throws Exception {
    Select<String> select = from(0, never, two, step("late", 3));
    assertThat(select.poll(context)).isEqualTo(Poll.PENDING);
    assertThat(closed).isEmpty();
    assertThat(select.poll(context)).isEqualTo(Poll.READY);
    assertThat(closed).containsExactly("never", "late");
    assertThat(select.value()).isEqualTo(new Selected<>(1, "two"));
    select.close();
    assertThat(closed).containsExactly("never", "late", "two");
  }

  @Test
  void nothingIsPolledAfterTheWinner() throws Exception {
    assertThat(from(1, never, one).poll(context)).isEqualTo(Poll.READY);
    assertThat(never.polls).isZero();
  }

  @Test
  void eachPollBeginsOneFurtherOn() throws Exception {
    List<Integer> polled = new ArrayList<>();
    List<Future<String>> futures = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int id = i;
      futures.add(
          Futures.pollFn((in, result) -> {
            polled.add(id);
            return Poll.PENDING;
          }));
    }
    Select<String> select = new Select<>(futures, 2);
    for (int i = 0; i < 3; i++) {
      select.poll(context);
    }
    assertThat(polled).containsExactly(2, 0, 1, 0, 1, 2, 1, 2, 0);
  }

  /** A loop over fresh selects, each of which has only one poll. Fails once in 2^999 runs. */
  @Test
  void ofTwoThatAreAlwaysReadyNeitherStarvesTheOther() throws Exception {
    enum Side {
      FIRST,
      SECOND
    }
    Set<Side> winners = EnumSet.noneOf(Side.class);
    for (int i = 0; i < 1_000; i++) {
      Future<Either<String, Integer>> select =
          Futures.select(Futures.ready("first"), Futures.ready(2));
      assertThat(select.poll(context)).isEqualTo(Poll.READY);
      winners.add(
          switch (select.value()) {
            case Either.First(String value) -> {
              assertThat(value).isEqualTo("first");
              yield Side.FIRST;
            }
            case Either.Second(Integer value) -> {
              assertThat(value).isEqualTo(2);
              yield Side.SECOND;
            }
          });
      select.close();
    }
    assertThat(winners).containsExactlyInAnyOrder(Side.values());
  }

  @Test
  void aSelectOfTwoClosesTheLoserAtOnceAndTheWinnerInTheEnd() throws Exception {
    Future<Either<String, String>> select = Futures.select(never, one);
    assertThat(select.poll(context)).isEqualTo(Poll.READY);
    assertThat(select.value()).isEqualTo(new Either.Second<>("one"));
    assertThat(closed).containsExactly("never");
    select.close();
    assertThat(closed).containsExactly("never", "one");
  }

  @Test
  void theFailureOfOneIsTheFailureOfTheSelect() {
    never.failure = new java.io.IOException("broken");
    Select<String> select = from(0, never, two);
    assertThatThrownBy(() -> select.poll(context)).isSameAs(never.failure);
    select.close();
    assertThat(closed).containsExactly("never", "two");
  }

  @Test
  void aLoserThatCannotBeClosedFailsTheSelectAndAllAreClosedOnce() {
    never.closeFailure = new RuntimeException("never");
    two.closeFailure = new RuntimeException("two");
    Select<String> select = from(1, never, one, two);
    assertThatThrownBy(() -> select.poll(context))
        .isSameAs(never.closeFailure)
        .hasSuppressedException(two.closeFailure);
    select.close();
    assertThat(closed).containsExactly("never", "two", "one");
  }

  @Test
  void givenUpItClosesAllAndHasNoValue() throws Exception {
    Select<String> select = from(0, never, two);
    select.poll(context);
    assertThatIllegalStateException().isThrownBy(select::value);
    select.close();
    assertThat(closed).containsExactly("never", "two");
  }

  @Test
  void aSelectOfNothingIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Futures.select(List.<Future<String>>of()))
        .withMessage("a select of no futures would never be ready");
  }
}
