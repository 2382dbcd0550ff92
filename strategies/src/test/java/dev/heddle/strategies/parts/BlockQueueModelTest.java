package dev.heddle.strategies.parts;

import static org.assertj.core.api.Assertions.assertThat;

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

/**
 * Two block queues that steal from each other, of any shapes, against two plain deques that know of
 * each task which block it went into.
 */
class BlockQueueModelTest {

  enum Operation {
    PUSH,
    POP,
    STEAL,
    TAKE_HALF,
    PUSH_LINKED
  }

  /** One operation, several times in a row, on the left or the right queue. */
  record Step(boolean left, Operation operation, int times) {}

  record Shape(int blocks, int blockSize, boolean stealsOne, int firstBlock) {
    int mostStolen() {
      return stealsOne ? 1 : blockSize;
    }
  }

  private record Item(int number, int block) {}

  /** A queue and what it should hold. */
  private static final class Side {
    private final Shape shape;
    private final BlockQueue queue;
    private final ArrayDeque<Item> model = new ArrayDeque<>();

    // Blocks are counted from 0 here, whatever the queue calls them.
    private int front = -1;
    private int back;
    private int filled;

    Side(Shape shape) {
      this.shape = shape;
      queue =
          new BlockQueue(
              shape.blocks * shape.blockSize,
              shape.blockSize,
              shape.mostStolen(),
              shape.firstBlock);
    }

    private boolean isOwn(Item item) {
      return item.block <= front;
    }

    private boolean isFree(int block) {
      int predecessor = block - shape.blocks;
      return predecessor < front
          || (predecessor == front && (model.isEmpty() || !isOwn(model.getFirst())));
    }

    private int free() {
      int free = shape.blockSize - filled;
      for (int i = 1; i <= shape.blocks && isFree(back + i); i++) {
        free += shape.blockSize;
      }
      return free;
    }

    private void add(int number) {
      if (filled == shape.blockSize) {
        back++;
        filled = 0;
      }
      filled++;
      model.addLast(new Item(number, back));
    }

    private int stealable() {
      return (int) model.stream().filter(item -> !isOwn(item)).count();
    }

    void push(int number) {
      boolean room = free() > 0;
      int counted = queue.push(new Numbered(number));
      if (room) {
        add(number);
        int wanted = stealable() + (isOwn(model.getFirst()) ? 1 : 0);
        assertThat(counted).isEqualTo(Math.min(wanted, BlockQueue.COUNTED));
      } else {
        assertThat(counted).isZero();
      }
    }

    /** As many as there is room for, up to a number. */
    int pushLinked(int number, int count) {
      int fitting = Math.min(count, free());
      Chain chain = new Chain();
      for (int i = 0; i < fitting; i++) {
        chain.add(new Numbered(number + i));
        add(number + i);
      }
      assertThat(queue.pushLinked(chain.first, fitting)).isNull();
      return number + fitting;
    }

    private @Nullable Integer modelPop() {
      if (model.isEmpty()) {
        front = Math.max(front, back - 1); // those that thieves have emptied
        return null;
      }
      Item item = model.removeFirst();
      if (!isOwn(item)) {
        front = item.block;
        if (front == back) {
          filled = shape.blockSize;
        }
      }
      return item.number;
    }

    void pop() {
      assertThat(Numbered.of(queue.pop())).isEqualTo(modelPop());
    }

    void takeHalf() {
      List<Integer> older = new ArrayList<>();
      for (int i = (model.size() + 1) / 2; i > 0; i--) {
        older.add(modelPop());
      }
      assertThat(Numbered.of(queue.takeHalf())).isEqualTo(older);
    }

    void stealFrom(Side victim) {
      List<Integer> stolen = victim.modelSteal(shape.mostStolen(), free() + 1);
      Integer inHand = Numbered.of(victim.queue.steal(queue));
      assertThat(inHand).isEqualTo(stolen.isEmpty() ? null : stolen.getFirst());
      stolen.stream().skip(1).forEach(this::add);
    }

    /** Of the oldest block that is not the owner's; all or nothing of what the thief may take. */
    private List<Integer> modelSteal(int most, int room) {
      List<Item> stolen =
          model.stream().filter(item -> !isOwn(item)).limit(1).findAny().stream()
              .flatMap(oldest -> model.stream().filter(item -> item.block == oldest.block))
              .limit(most)
              .toList();
      if (room < most) {
        return List.of();
      }
      model.removeAll(stolen);
      return stolen.stream().map(Item::number).toList();
    }

    void check() {
      assertThat(queue.size()).as("size").isEqualTo(model.size());
      assertThat(queue.stealable()).as("stealable").isEqualTo(stealable());
      assertThat(queue.free()).as("free").isEqualTo(free());
    }

    void drain() {
      while (!model.isEmpty()) {
        pop();
      }
      pop();
    }
  }

  @Property
  void queuesThatStealFromEachOtherBehaveLikeDeques(
      @ForAll("shapes") Shape leftShape,
      @ForAll("shapes") Shape rightShape,
      @ForAll("steps") List<Step> steps) {
    Side left = new Side(leftShape);
    Side right = new Side(rightShape);
    int number = 0;
    for (Step step : steps) {
      Side side = step.left() ? left : right;
      for (int i = 0; i < step.times(); i++) {
        switch (step.operation()) {
          case PUSH -> side.push(number++);
          case POP -> side.pop();
          case STEAL -> side.stealFrom(step.left() ? right : left);
          case TAKE_HALF -> side.takeHalf();
          case PUSH_LINKED -> number = side.pushLinked(number, i + 1);
        }
        left.check();
        right.check();
      }
    }
    left.drain();
    right.drain();
  }

  @Provide
  Arbitrary<Shape> shapes() {
    return Combinators.combine(
            Arbitraries.of(2, 4, 8),
            Arbitraries.of(1, 2, 4, 16),
            Arbitraries.of(true, false),
            Arbitraries.oneOf(Arbitraries.integers().between(-20, 0), Arbitraries.integers()))
        .as(Shape::new);
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Operation> operations =
        Arbitraries.of(
            Operation.PUSH,
            Operation.PUSH,
            Operation.POP,
            Operation.STEAL,
            Operation.TAKE_HALF,
            Operation.PUSH_LINKED);
    return Combinators.combine(
            Arbitraries.of(true, false), operations, Arbitraries.integers().between(1, 20))
        .as(Step::new)
        .list()
        .ofMaxSize(40);
  }
}
