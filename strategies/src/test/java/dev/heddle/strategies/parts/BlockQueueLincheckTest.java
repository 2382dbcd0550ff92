package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The block queue under its owner and two thieves. With blocks of one task nothing is out of the
 * thieves' reach, so the queue is linearizable to a plain deque. With larger blocks what thieves
 * can take depends on where the owner is, which is the model test's; here the sum at the end must
 * be right.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // alone ten seconds, on a busy machine over a minute
class BlockQueueLincheckTest {
  private static final int HELD_AT_FIRST = 3;

  @Test
  void withBlocksOfOneItIsADeque() {
    new ModelCheckingOptions()
        .threads(3)
        .actorsPerThread(2)
        .iterations(10)
        .invocationsPerIteration(300)
        .sequentialSpecification(Model.class)
        .check(Singles.class);
  }

  @Test
  void withBlocksOfTwoNothingIsLostOrDoubled() {
    new ModelCheckingOptions()
        .threads(3)
        .actorsPerThread(3)
        .iterations(10)
        .invocationsPerIteration(300)
        .check(Pairs.class);
  }

  private static @Nullable Task<?> steal(BlockQueue victim, BlockQueue own) {
    Task<?> task;
    do {
      task = victim.steal(own);
    } while (task == null && victim.stealable() > 0);
    return task;
  }

  /** Never full; block numbers wrap around. */
  public static class Singles {
    private final BlockQueue queue = new BlockQueue(8, 1, 1, -2);
    private final BlockQueue first = new BlockQueue(2, 1, 1);
    private final BlockQueue second = new BlockQueue(2, 1, 1);

    public Singles() {
      for (int i = 0; i < HELD_AT_FIRST; i++) {
        queue.push(new Numbered(-i));
      }
    }

    @Operation(nonParallelGroup = "owner")
    public void push(int number) {
      queue.push(new Numbered(number));
    }

    @Operation(nonParallelGroup = "owner")
    public @Nullable Integer pop() {
      return Numbered.of(queue.pop());
    }

    @Operation(nonParallelGroup = "first thief")
    public @Nullable Integer stealFirst() {
      return Numbered.of(steal(queue, first));
    }

    @Operation(nonParallelGroup = "second thief")
    public @Nullable Integer stealSecond() {
      return Numbered.of(steal(queue, second));
    }
  }

  /** What {@link Singles} should be. */
  public static class Model {
    private final ArrayDeque<Integer> deque = new ArrayDeque<>();

    public Model() {
      for (int i = 0; i < HELD_AT_FIRST; i++) {
        deque.add(-i);
      }
    }

    public void push(int number) {
      deque.addLast(number);
    }

    public @Nullable Integer pop() {
      return deque.pollFirst();
    }

    public @Nullable Integer stealFirst() {
      return deque.pollFirst();
    }

    public @Nullable Integer stealSecond() {
      return deque.pollFirst();
    }
  }

  /** Nearly full at first, so that blocks are begun again while thieves are in them. */
  public static class Pairs {
    private final BlockQueue queue = new BlockQueue(4, 2, 2, -1);
    private final BlockQueue first = new BlockQueue(4, 2, 2);
    private final BlockQueue second = new BlockQueue(4, 2, 1);
    private final List<Task<?>> popped = new ArrayList<>();
    private final List<Task<?>> stolenFirst = new ArrayList<>();
    private final List<Task<?>> stolenSecond = new ArrayList<>();
    private int pushed;

    public Pairs() {
      for (int i = 0; i < HELD_AT_FIRST; i++) {
        push();
      }
    }

    @Operation(nonParallelGroup = "owner")
    public final void push() {
      Numbered task = new Numbered(pushed++);
      if (queue.push(task) == 0) {
        popped.add(task);
      }
    }

    @Operation(nonParallelGroup = "owner")
    public void pop() {
      keep(popped, queue.pop());
    }

    @Operation(nonParallelGroup = "owner")
    public void takeHalf() {
      Chain chain = queue.takeHalf();
      for (Task<?> at = chain == null ? null : chain.first; at != null; at = at.link()) {
        popped.add(at);
      }
    }

    @Operation(nonParallelGroup = "first thief")
    public void stealFirst() {
      keep(stolenFirst, queue.steal(first));
      keepAll(stolenFirst, first);
    }

    @Operation(nonParallelGroup = "second thief")
    public void stealSecond() {
      keep(stolenSecond, queue.steal(second));
    }

    private static void keep(List<Task<?>> taken, @Nullable Task<?> task) {
      if (task != null) {
        taken.add(task);
      }
    }

    private static void keepAll(List<Task<?>> taken, BlockQueue queue) {
      for (Task<?> task = queue.pop(); task != null; task = queue.pop()) {
        taken.add(task);
      }
    }

    @Validate
    public void everyTaskIsTakenOnce() {
      List<Task<?>> all = new ArrayList<>(popped);
      all.addAll(stolenFirst);
      all.addAll(stolenSecond);
      keepAll(all, queue);
      boolean[] seen = new boolean[pushed];
      for (Task<?> task : all) {
        int number = ((Numbered) task).number;
        if (seen[number]) {
          throw new IllegalStateException("taken twice: " + number);
        }
        seen[number] = true;
      }
      if (all.size() != pushed) {
        throw new IllegalStateException("lost " + (pushed - all.size()));
      }
    }
  }
}
