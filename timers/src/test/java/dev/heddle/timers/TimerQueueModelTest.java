package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * A timer queue against a sorted map. The model counts nanoseconds from an origin, so that it never
 * wraps; the queue's scale begins anywhere, and does.
 */
class TimerQueueModelTest {

  enum Operation {
    INSERT,
    CANCEL,
    EXPIRE
  }

  /**
   * @param number how far ahead the deadline is; the how-manieth entry of all; how far the clock
   *     goes, which may be backwards
   */
  record Step(Operation operation, long number) {}

  /** What is due first, and inserted first. */
  private record Key(long deadline, long order) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byDeadline = Long.compare(deadline, other.deadline);
      return byDeadline != 0 ? byDeadline : Long.compare(order, other.order);
    }
  }

  @Property(tries = 2_000)
  void itIsASortedMapOfDeadlines(
      @ForAll("origins") long origin, @ForAll("steps") List<Step> steps) {
    TimerQueue queue = new BinaryHeap().create(origin);
    TreeMap<Key, TimerEntry> model = new TreeMap<>();
    List<TimerEntry> entries = new ArrayList<>();
    List<Key> keys = new ArrayList<>();
    long clock = 0;
    long latest = 0;
    for (Step step : steps) {
      switch (step.operation()) {
        case INSERT -> {
          TimerEntry entry = new TimerEntry(origin + clock + step.number());
          Key key = new Key(entry.deadlineNanos() - origin, entries.size());
          entries.add(entry);
          keys.add(key);
          model.put(key, entry);
          queue.insert(entry);
        }
        case CANCEL -> {
          if (!entries.isEmpty()) {
            int which = (int) Math.floorMod(step.number(), (long) entries.size());
            assertThat(queue.cancel(entries.get(which)))
                .isEqualTo(model.remove(keys.get(which)) != null);
          }
        }
        case EXPIRE -> {
          clock += step.number();
          latest = Math.max(latest, clock);
          List<TimerEntry> due = new ArrayList<>();
          queue.expire(origin + clock, due::add);
          var expected = model.headMap(new Key(latest, Long.MAX_VALUE));
          assertThat(due).containsExactlyElementsOf(expected.values());
          expected.clear();
        }
      }
      assertThat(queue.size()).isEqualTo(model.size());
      assertThat(queue.nextDeadlineNanos())
          .isEqualTo(
              model.isEmpty() ? Parker.NEVER : model.firstEntry().getValue().deadlineNanos());
    }
  }

  /** Anywhere, and often just before the scale wraps or passes zero. */
  @Provide
  Arbitrary<Long> origins() {
    return Arbitraries.oneOf(
        Arbitraries.longs(),
        Arbitraries.longs().between(Long.MAX_VALUE - 100, Long.MAX_VALUE),
        Arbitraries.longs().between(-100, 0));
  }

  /** Deadlines and times so close together that many are equal, and some far apart. */
  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Long> near = Arbitraries.longs().between(-5, 50);
    Arbitrary<Long> far = Arbitraries.longs().between(0, 1L << 50);
    Arbitrary<Step> insert =
        Combinators.combine(
                Arbitraries.just(Operation.INSERT),
                Arbitraries.frequencyOf(Tuple.of(9, near), Tuple.of(1, far)))
            .as(Step::new);
    Arbitrary<Step> cancel =
        Arbitraries.longs().between(0, 1_000).map(which -> new Step(Operation.CANCEL, which));
    Arbitrary<Step> expire =
        Arbitraries.longs().between(-10, 20).map(by -> new Step(Operation.EXPIRE, by));
    return Arbitraries.frequencyOf(Tuple.of(4, insert), Tuple.of(2, cancel), Tuple.of(1, expire))
        .list()
        .ofMaxSize(200);
  }
}
