package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Every timer queue against a sorted map. The model counts nanoseconds from an origin, so that it
 * never wraps; the queue's scale begins anywhere, and does.
 */
class TimerQueueModelTest {
  /** Nothing lies further from the origin, so that all stays comparable: 73 years. */
  private static final long FAR = 1L << 61;

  private static final long DAY = Duration.ofDays(1).toNanos();

  /** A span of time that suits queues of any tick: some ticks, and some nanoseconds. */
  record Span(long ticks, long nanos) {
    long in(TimerQueueProvider provider) {
      long tick = provider.tickNanos();
      return Math.abs(ticks) > FAR / tick
          ? Long.signum(ticks) * FAR
          : Math.clamp(ticks * tick + nanos, -FAR, FAR);
    }
  }

  sealed interface Step {}

  /** A new entry. */
  record Insert(Span ahead) implements Step {}

  /** Of any entry there ever was. */
  record Cancel(int which) implements Step {}

  /** An entry gets another deadline, whether it waits or not. */
  record Reset(int which, Span ahead) implements Step {}

  /** The clock goes on, or backwards. */
  record Expire(Span by) implements Step {}

  /** The clock goes on to the next deadline, or to just before or after it. */
  record ExpireNext(long by) implements Step {}

  /** What is due first, and inserted first. */
  private record Key(long tick, long order) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byTick = Long.compare(tick, other.tick);
      return byTick != 0 ? byTick : Long.compare(order, other.order);
    }
  }

  /** An entry, and where it is in the model while it waits. */
  private static final class Timer {
    final TimerEntry entry;
    @Nullable Key key;

    Timer(TimerEntry entry) {
      this.entry = entry;
    }
  }

  private static final class Model {
    final TimerQueueProvider provider;
    final TimerQueue queue;
    final long origin;
    final long tickNanos;
    final TreeMap<Key, Timer> waiting = new TreeMap<>();
    final List<Timer> timers = new ArrayList<>();
    long inserted;

    /** Nanoseconds since the origin. */
    long clock;

    /** The latest that the clock has shown. */
    long latest;

    Model(TimerQueueProvider provider, long origin) {
      this.provider = provider;
      this.origin = origin;
      queue = provider.create(origin);
      tickNanos = provider.tickNanos();
    }

    void take(Step step) {
      switch (step) {
        case Insert insert -> {
          Timer timer = new Timer(new TimerEntry(deadline(insert.ahead)));
          timers.add(timer);
          insert(timer);
        }
        case Cancel cancel -> {
          if (!timers.isEmpty()) {
            cancel(timers.get(cancel.which % timers.size()));
          }
        }
        case Reset reset -> {
          if (!timers.isEmpty()) {
            Timer timer = timers.get(reset.which % timers.size());
            cancel(timer);
            timer.entry.deadlineNanos(deadline(reset.ahead));
            insert(timer);
          }
        }
        case Expire expire -> expire(clock + expire.by.in(provider));
        case ExpireNext expire -> {
          if (!waiting.isEmpty()) {
            expire(queue.nextDeadlineNanos() - origin + expire.by);
          }
        }
      }
    }

    private long deadline(Span ahead) {
      return origin + Math.clamp(clock + ahead.in(provider), -FAR, FAR);
    }

    private void insert(Timer timer) {
      queue.insert(timer.entry);
      timer.key = new Key(tickOf(timer.entry), inserted++);
      waiting.put(timer.key, timer);
    }

    /** Rounded up; and what is past is due in the present tick, if ticks are coarse. */
    private long tickOf(TimerEntry entry) {
      long tick = Math.ceilDiv(entry.deadlineNanos() - origin, tickNanos);
      return tickNanos == 1 ? tick : Math.max(tick, latest / tickNanos);
    }

    private void cancel(Timer timer) {
      boolean waits = timer.key != null && waiting.remove(timer.key) != null;
      assertThat(queue.cancel(timer.entry)).isEqualTo(waits);
    }

    void expire(long to) {
      clock = Math.clamp(to, -FAR, FAR + tickNanos); // so that the furthest can be reached
      latest = Math.max(latest, clock);
      NavigableMap<Key, Timer> due =
          waiting.headMap(new Key(latest / tickNanos, Long.MAX_VALUE), true);
      List<TimerEntry> expected = due.values().stream().map(timer -> timer.entry).toList();
      List<Long> ticks = due.keySet().stream().map(Key::tick).toList();
      List<TimerEntry> passedOn = Queues.expire(queue, origin + clock);
      if (provider.keepsOrder()) {
        assertThat(passedOn).isEqualTo(expected);
      } else {
        assertThat(passedOn).containsExactlyInAnyOrderElementsOf(expected);

        assertThat(passedOn.stream().map(entry -> tickIn(due, entry)).toList()).isEqualTo(ticks);
      }
      due.clear();
    }

    private static long tickIn(NavigableMap<Key, Timer> due, TimerEntry entry) {
      return due.entrySet().stream()
          .filter(timer -> timer.getValue().entry.equals(entry))
          .findFirst()
          .orElseThrow()
          .getKey()
          .tick();
    }

    void check() {
      assertThat(queue.size()).isEqualTo(waiting.size());
      long next = queue.nextDeadlineNanos();
      if (waiting.isEmpty()) {
        assertThat(next).isEqualTo(Parker.NEVER);
        return;
      }
      assertThat(next).isNotEqualTo(Parker.NEVER);
      long first = waiting.firstKey().tick * tickNanos;
      if (origin + first == Parker.NEVER) {
        first++; // as this stands for none at all
      }
      if (tickNanos == 1) {
        assertThat(next - origin).isEqualTo(first);
      } else {
        assertThat(next - origin).isLessThanOrEqualTo(first);
      }
    }

    void checkThatNothingElseIsHeld() {
      var expected = waiting.values().stream().map(timer -> timer.entry).toList();
      assertThat(Queues.heldBy(queue)).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** From one next deadline to the next, as a runtime does that is idle otherwise. */
    void runOut() {
      expire(latest);
      long most = (waiting.size() + 10L) * (waiting.size() + 10L);
      for (long looks = 0; !waiting.isEmpty(); looks++) {
        assertThat(looks).as("looks for what is due").isLessThan(most);
        long next = queue.nextDeadlineNanos() - origin;
        assertThat(next).as("the next look").isGreaterThan(latest);
        expire(next);
        check();
      }
    }
  }

  @Property(tries = 3_000, edgeCases = EdgeCasesMode.NONE)
  void itIsASortedMapOfDeadlines(
      @ForAll("timers") TimerQueueProvider provider,
      @ForAll("origins") long origin,
      @ForAll("steps") List<Step> steps) {
    Model model = new Model(provider, origin);
    for (Step step : steps) {
      model.take(step);
      model.check();
    }
    model.checkThatNothingElseIsHeld();
    model.runOut();
    model.checkThatNothingElseIsHeld();
  }

  @Provide
  Arbitrary<TimerQueueProvider> timers() {
    return Arbitraries.of(Queues.all().toList());
  }

  /** Anywhere, and often just before the scale wraps or passes zero. */
  @Provide
  Arbitrary<Long> origins() {
    return Arbitraries.oneOf(
        Arbitraries.longs(),
        Arbitraries.longs().between(Long.MAX_VALUE - 200_000_000, Long.MAX_VALUE),
        Arbitraries.longs().between(Long.MAX_VALUE - 900 * DAY, Long.MAX_VALUE),
        Arbitraries.longs().between(-100, 0));
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Integer> which = Arbitraries.integers().between(0, 1_000);
    Arbitrary<Step> insert = ahead().map(Insert::new);
    Arbitrary<Step> cancel = which.map(Cancel::new);
    Arbitrary<Step> reset = Combinators.combine(which, ahead()).as(Reset::new);
    Arbitrary<Step> expire = jumps().map(Expire::new);
    Arbitrary<Step> expireNext = Arbitraries.longs().between(-1, 1).map(ExpireNext::new);
    return Arbitraries.frequencyOf(
            Tuple.of(8, insert),
            Tuple.of(3, cancel),
            Tuple.of(2, reset),
            Tuple.of(2, expire),
            Tuple.of(1, expireNext))
        .list()
        .ofMaxSize(200);
  }

  /** Deadlines so close together that many are equal, some past, and some around every digit. */
  private static Arbitrary<Span> ahead() {
    Arbitrary<Long> near = Arbitraries.longs().between(-3, 70);
    Arbitrary<Long> aroundAPower =
        Combinators.combine(
                Arbitraries.integers().between(0, 44), Arbitraries.longs().between(-2, 2))
            .as((bits, by) -> (1L << bits) + by);
    Arbitrary<Long> anywhere = Arbitraries.longs().between(0, 1L << 44);
    return spans(
        Arbitraries.frequencyOf(
            Tuple.of(6, near), Tuple.of(3, aroundAPower), Tuple.of(1, anywhere)));
  }

  private static Arbitrary<Span> jumps() {
    Arbitrary<Span> ticks =
        spans(
            Arbitraries.oneOf(
                Arbitraries.longs().between(0, 200),
                Arbitraries.of(1L, 63L, 64L, 65L, 100L, 4096L)));
    Arbitrary<Span> far = Arbitraries.of(12L, 3 * 365L, -1L).map(days -> new Span(0, days * DAY));
    return Arbitraries.frequencyOf(Tuple.of(4, ticks), Tuple.of(1, far));
  }

  /** Whole ticks, or somewhat beside. */
  private static Arbitrary<Span> spans(Arbitrary<Long> ticks) {
    Arbitrary<Long> nanos =
        Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.just(0L)),
            Tuple.of(1, Arbitraries.of(-1L, 1L)),
            Tuple.of(1, Arbitraries.longs().between(0, 2_000_000)));
    return Combinators.combine(ticks, nanos).as(Span::new);
  }
}
