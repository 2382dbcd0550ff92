package dev.heddle.strategies.parts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Task;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Two rings that steal from each other, of any capacities, against two plain deques. */
class RingModelTest {

  enum Operation {
    PUSH,
    POP,
    STEAL,
    TAKE_HALF
  }

  /** One operation, several times in a row, on the left or the right ring. */
  record Step(boolean left, Operation operation, int times) {}

  /** A ring and what it should hold. */
  private record Side(Ring ring, ArrayDeque<Integer> model) {
    Side(int capacity, boolean shared, int firstIndex) {
      this(new Ring(capacity, shared, firstIndex), new ArrayDeque<>());
    }

    void push(int number) {
      boolean room = model.size() < ring.capacity();
      assertThat(ring.push(new Numbered(number)) > 0).isEqualTo(room);
      if (room) {
        model.addLast(number);
      }
    }

    void pop() {
      assertThat(Numbered.of(ring.pop())).isEqualTo(model.pollFirst());
    }

    /** Overflow: only the owner of a full ring calls it. */
    void takeHalf() {
      if (model.size() < ring.capacity()) {
        return;
      }
      List<Integer> older = take(ring.capacity() / 2);
      assertThat(Numbered.of(ring.takeHalf())).isEqualTo(older);
    }

    void stealFrom(Side victim) {
      assertThat(Numbered.of(victim.ring.steal(ring))).isEqualTo(modelSteal(victim));
    }

    /** Half, rounded up; refused if this side is over half full; never more than fits. */
    private @Nullable Integer modelSteal(Side victim) {
      int half = ring.capacity() / 2;
      int count = Math.min(victim.model.size() - victim.model.size() / 2, half);
      if (model.size() > half || count == 0) {
        return null;
      }
      model.addAll(victim.take(count - 1));
      return victim.model.pollFirst();
    }

    private List<Integer> take(int count) {
      List<Integer> taken = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        taken.add(model.removeFirst());
      }
      return taken;
    }

    void checkSize() {
      assertThat(ring.size()).as("size").isEqualTo(model.size());
      assertThat(ring.free()).as("free").isEqualTo(ring.capacity() - model.size());
    }

    void drain() {
      while (!model.isEmpty()) {
        pop();
      }
      pop();
    }
  }

  @Property
  void ringsThatStealFromEachOtherBehaveLikeDeques(
      @ForAll("capacities") int leftCapacity,
      @ForAll("capacities") int rightCapacity,
      @ForAll("indices") int leftIndex,
      @ForAll("indices") int rightIndex,
      @ForAll("steps") List<Step> steps) {
    Side left = new Side(leftCapacity, true, leftIndex);
    Side right = new Side(rightCapacity, true, rightIndex);
    int number = 0;
    for (Step step : steps) {
      Side side = step.left() ? left : right;
      for (int i = 0; i < step.times(); i++) {
        switch (step.operation()) {
          case PUSH -> side.push(number++);
          case POP -> side.pop();
          case STEAL -> side.stealFrom(step.left() ? right : left);
          case TAKE_HALF -> side.takeHalf();
        }
        left.checkSize();
        right.checkSize();
      }
    }
    left.drain();
    right.drain();
  }

  @Property
  void aRingWithoutThievesBehavesLikeADeque(
      @ForAll("capacities") int capacity,
      @ForAll("indices") int firstIndex,
      @ForAll("steps") List<Step> steps) {
    Side only = new Side(capacity, false, firstIndex);
    int number = 0;
    for (Step step : steps) {
      for (int i = 0; i < step.times(); i++) {
        switch (step.operation()) {
          case PUSH -> only.push(number++);
          case POP -> only.pop();
          case TAKE_HALF -> only.takeHalf();
          case STEAL -> {}
        }
        only.checkSize();
      }
    }
    only.drain();
  }

  @Property(tries = 200)
  void aFullRingRefusesUntilATaskWasTaken(
      @ForAll("capacities") int capacity, @ForAll("indices") int firstIndex) {
    Ring ring = new Ring(capacity, true, firstIndex);
    for (int i = 0; i < capacity; i++) {
      assertThat(ring.push(new Numbered(i))).isEqualTo(i + 1);
    }
    assertThat(ring.push(new Numbered(-1))).isZero();
    Task<?> first = ring.pop();
    assertThat(Numbered.of(first)).isZero();
    assertThat(ring.push(new Numbered(capacity))).isEqualTo(capacity);
  }

  @Provide
  Arbitrary<Integer> capacities() {
    return Arbitraries.of(2, 4, 8, 16, 32, 64, 128, 256);
  }

  /** Where the indices start: anywhere, and often just before 2^31 or 2^32. */
  @Provide
  Arbitrary<Integer> indices() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(Integer.MAX_VALUE - 300, Integer.MAX_VALUE),
        Arbitraries.integers().between(-300, 0),
        Arbitraries.integers());
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Operation> operations =
        Arbitraries.of(
            Operation.PUSH, Operation.PUSH, Operation.POP, Operation.STEAL, Operation.TAKE_HALF);
    return Combinators.combine(
            Arbitraries.of(true, false),
            operations,
            Arbitraries.integers()
                .between(1, 200)
                .withDistribution(net.jqwik.api.RandomDistribution.biased()))
        .as(Step::new)
        .list()
        .ofMaxSize(40);
  }
}
