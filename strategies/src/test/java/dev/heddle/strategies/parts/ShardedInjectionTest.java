package dev.heddle.strategies.parts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ShardedInjectionTest {

  @Example
  void thereAreAsManyShardsAsWorkersToTheNextPowerOfTwoButNotTooMany() {
    assertThat(IntStream.of(1, 2, 3, 4, 5, 16, 64).map(w -> new ShardedInjection(w).shards()))
        .containsExactly(1, 2, 4, 4, 8, 16, 16);
  }

  @Property(tries = 200)
  void nothingIsLostOrDoubledWhicheverWorkerTakes(
      @ForAll @IntRange(min = 1, max = 20) int workers,
      @ForAll List<@IntRange(min = -300, max = 300) Integer> steps) {
    ShardedInjection queue = new ShardedInjection(workers);
    List<Injection> sides = IntStream.range(0, workers).mapToObj(queue::side).toList();
    List<Integer> taken = new ArrayList<>();
    int pushed = 0;
    for (int i = 0; i < steps.size(); i++) {
      Injection side = sides.get(i % workers);
      if (steps.get(i) > 0) {
        Chain chain = new Chain();
        for (int task = 0; task < steps.get(i); task++) {
          chain.add(new Numbered(pushed++));
        }
        side.push(chain);
        queue.push(new Numbered(pushed++));
      } else {
        Ring ring = new Ring(64, true);
        Task<?> task = i % 2 == 0 ? side.poll() : side.pollBatch(ring, ring.free());
        for (; task != null; task = ring.pop()) {
          taken.add(Numbered.of(task));
        }
      }
      assertThat(queue.depth()).isEqualTo(pushed - taken.size());
      assertThat(queue.isEmpty()).isEqualTo(pushed == taken.size());
    }
    for (Task<?> task = queue.poll(); task != null; task = queue.poll()) {
      taken.add(Numbered.of(task));
    }
    assertThat(taken)
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, pushed).boxed().toList());
  }

  /** The other shards never run dry; one worker alone takes, one task at a time. */
  @Property(tries = 200)
  void everyTaskIsReachedWithinOneRoundOfTheShardsForEachThatIsInFrontOfIt(
      @ForAll @IntRange(min = 1, max = 64) int workers,
      @ForAll @IntRange(min = 0, max = 40) int waiting) {
    ShardedInjection queue = new ShardedInjection(workers);
    for (int i = 0; i < waiting; i++) {
      queue.push(new Numbered(i));
    }
    int watched = waiting;
    queue.push(new Numbered(watched));
    Injection side = queue.side(workers - 1);
    int polls = 0;
    int number;
    do {
      Task<?> task = Objects.requireNonNull(side.poll(), "there is always one");
      number = ((Numbered) task).number;
      polls++;
      for (int i = 0; i < 4; i++) {
        queue.push(new Numbered(-1)); // behind it, wherever that is
      }
    } while (number != watched);
    assertThat(polls).isLessThanOrEqualTo((waiting + 1) * queue.shards());
  }

  @Example
  void twoChoicesKeepTheShardsEven() {
    ShardedInjection queue = new ShardedInjection(16);
    int tasks = 16 * 1_000;
    for (int i = 0; i < tasks; i++) {
      queue.push(new Numbered(i));
    }
    // By one choice alone the longest of 16 would be some 60 above the mean.
    assertThat(queue.longest()).isLessThan(1_000 + 20);
  }
}
