package dev.heddle.strategies.parts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Task;
import java.util.ArrayDeque;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The injection queues that are one, used by one thread, against a plain FIFO. */
class InjectionQueueModelTest {

  enum Operation {
    PUSH,
    PUSH_CHAIN,
    POLL,
    POLL_BATCH
  }

  /**
   * @param size how many times, or how long a chain
   */
  record Step(Operation operation, int size) {}

  private static Injection newQueue(boolean locked, int workers) {
    return locked ? new LockedInjection(workers) : new InjectionQueue(workers);
  }

  @Property
  void itIsAFifo(
      @ForAll boolean locked,
      @ForAll @IntRange(min = 1, max = 64) int workers,
      @ForAll("steps") List<Step> steps) {
    Injection queue = newQueue(locked, workers);
    ArrayDeque<Integer> model = new ArrayDeque<>();
    int next = 0;
    for (Step step : steps) {
      switch (step.operation()) {
        case PUSH -> {
          for (int i = 0; i < step.size(); i++) {
            queue.push(new Numbered(next));
            model.add(next++);
          }
        }
        case PUSH_CHAIN -> {
          Chain chain = new Chain();
          for (int i = 0; i < step.size(); i++) {
            chain.add(new Numbered(next));
            model.add(next++);
          }
          queue.push(chain);
        }
        case POLL -> {
          for (int i = 0; i < step.size(); i++) {
            assertThat(Numbered.of(queue.poll())).isEqualTo(model.poll());
          }
        }
        case POLL_BATCH -> takeBatch(queue, model, step.size());
      }
      assertThat(queue.isEmpty()).isEqualTo(model.isEmpty());
      assertThat(queue.depth()).isEqualTo(model.size());
    }
    while (!model.isEmpty()) {
      assertThat(Numbered.of(queue.poll())).isEqualTo(model.poll());
    }
    assertThat(queue.poll()).isNull();
  }

  /** A batch is what stands in front, in order, and no more than the room and 128. */
  private static void takeBatch(Injection queue, ArrayDeque<Integer> model, int alreadyInRing) {
    Ring ring = new Ring(256, true);
    int others = Math.min(alreadyInRing, ring.capacity());
    for (int i = 0; i < others; i++) {
      ring.push(new Numbered(-1));
    }
    int most = Math.min(1 + ring.free(), 128);
    Task<?> first = queue.pollBatch(ring, ring.free());
    assertThat(Numbered.of(first)).isEqualTo(model.poll());
    assertThat(first == null ? 0 : 1 + ring.size() - others).isLessThanOrEqualTo(most);
    for (int i = 0; i < others; i++) {
      assertThat(Numbered.of(ring.pop())).isEqualTo(-1);
    }
    for (Task<?> task = ring.pop(); task != null; task = ring.pop()) {
      assertThat(Numbered.of(task)).isEqualTo(model.poll());
    }
  }

  @Property
  void aBatchIsAWorkersShareOfWhatWaits(
      @ForAll boolean locked,
      @ForAll @IntRange(min = 1, max = 64) int workers,
      @ForAll @IntRange(min = 1, max = 2_000) int waiting,
      @ForAll @IntRange(max = 256) int inRing) {
    Injection queue = newQueue(locked, workers);
    for (int i = 0; i < waiting; i++) {
      queue.push(new Numbered(i));
    }
    Ring ring = new Ring(256, true);
    for (int i = 0; i < inRing; i++) {
      ring.push(new Numbered(-1));
    }
    int free = ring.free();
    assertThat(queue.pollBatch(ring, free)).isNotNull();
    assertThat(1 + free - ring.free())
        .isEqualTo(Math.min(waiting, 1 + Math.min(Math.min(waiting / workers, free), 127)));
  }

  @Property
  void whatCameTogetherIsSharedOutInEqualParts(
      @ForAll @IntRange(min = 1, max = 64) int workers,
      @ForAll @IntRange(min = 1, max = 2_000) int waiting) {
    InjectionQueue queue = new InjectionQueue(workers);
    for (int i = 0; i < waiting; i++) {
      queue.push(new Numbered(i));
    }
    int left = waiting;
    while (left > 0) {
      Ring ring = new Ring(256, true);
      assertThat(queue.pollBatch(ring, ring.free())).isNotNull();
      int batch = 1 + ring.size();
      assertThat(batch).isEqualTo(Math.min(left, 1 + Math.min(waiting / workers, 127)));
      left -= batch;
    }
    assertThat(queue.isEmpty()).isTrue();
  }

  /** Tokio's takes one when injected tasks are due; ours takes a share into the room there is. */
  @Property
  void aTurnIsOneTaskInTokioAndAShareInOurs(
      @ForAll boolean locked,
      @ForAll @IntRange(min = 1, max = 300) int waiting,
      @ForAll @IntRange(max = 256) int room) {
    Injection queue = newQueue(locked, 2);
    for (int i = 0; i < waiting; i++) {
      queue.push(new Numbered(i));
    }
    Ring ring = new Ring(256, true);
    assertThat(Numbered.of(queue.pollInTurn(ring, room))).isZero();
    assertThat(ring.size())
        .isEqualTo(locked ? 0 : Math.min(waiting - 1, Math.min(Math.min(waiting / 2, room), 127)));
  }

  @Property(tries = 100)
  void onlyThePushThatFindsTheStackEmptyAsksForAWorker(
      @ForAll @IntRange(min = 1, max = 20) int pushes) {
    InjectionQueue queue = new InjectionQueue(1);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < pushes; i++) {
        assertThat(queue.push(new Numbered(i))).isEqualTo(i == 0);
      }
      while (queue.poll() != null) {}
    }
  }

  @Property(tries = 100)
  void onlyThePushThatFindsTheLockedListEmptyAsksForAWorker(
      @ForAll @IntRange(min = 1, max = 20) int pushes) {
    LockedInjection queue = new LockedInjection(1);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < pushes; i++) {
        assertThat(queue.push(new Numbered(i))).isEqualTo(i == 0);
      }
      for (int i = 0; i < pushes; i++) {
        assertThat(Numbered.of(queue.poll())).isEqualTo(i);
      }
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.of(Operation.class), Arbitraries.integers().between(1, 300))
        .as(Step::new)
        .list()
        .ofMaxSize(40);
  }
}
