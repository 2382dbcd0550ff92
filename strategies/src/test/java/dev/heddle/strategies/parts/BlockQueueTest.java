package dev.heddle.strategies.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockQueueTest {
  private static final int FIRST_BLOCK = -1;

  /** Two blocks of two, both full. */
  private static BlockQueue full() {
    BlockQueue queue = new BlockQueue(4, 2, 2, FIRST_BLOCK);
    for (int i = 1; i <= 4; i++) {
      assertThat(queue.push(new Numbered(i))).isEqualTo(Math.min(i, BlockQueue.COUNTED));
    }
    return queue;
  }

  /** What a thief's first step leaves: tasks claimed, and none copied. */
  private static Block pausedThief(BlockQueue queue, int count) {
    Block block = queue.block(FIRST_BLOCK);
    assertThat(Block.count(block.claim(FIRST_BLOCK, count))).isEqualTo(count);
    return block;
  }

  @Test
  void shapesThatAreNoneAreRefused() {
    assertThatThrownBy(() -> new BlockQueue(12, 2, 1))
        .hasMessage("capacity was 12, block size 2; allowed are powers of two");
    assertThatThrownBy(() -> new BlockQueue(8, 8, 1))
        .hasMessage("block size was 8; allowed is at most half the capacity, 4");
  }

  @Test
  void whatTheOwnerIsInCannotBeStolen() {
    BlockQueue queue = full();
    assertThat(Numbered.of(queue.pop())).isEqualTo(1);
    assertThat(queue.size()).isEqualTo(3);
    assertThat(queue.stealable()).isEqualTo(2);
    BlockQueue thief = new BlockQueue(4, 2, 2);
    assertThat(Numbered.of(queue.steal(thief))).isEqualTo(3);
    assertThat(Numbered.of(thief.pop())).isEqualTo(4);
    assertThat(queue.steal(thief)).isNull();
    assertThat(Numbered.of(queue.pop())).isEqualTo(2);
  }

  @Test
  void whatIsPushedAfterTheOwnerClosedTheYoungestBlockCanBeStolen() {
    BlockQueue queue = new BlockQueue(8, 4, 4);
    queue.push(new Numbered(1));
    queue.push(new Numbered(2));
    assertThat(Numbered.of(queue.pop())).isEqualTo(1);
    assertThat(queue.stealable()).isZero();
    queue.push(new Numbered(3));
    assertThat(queue.stealable()).isEqualTo(1);
    assertThat(Numbered.of(queue.steal(new BlockQueue(8, 4, 4)))).isEqualTo(3);
    assertThat(Numbered.of(queue.pop())).isEqualTo(2);
  }

  @Test
  void aBlockThatAThiefHasNotDoneWithIsNoRoom() {
    BlockQueue queue = full();
    Block block = pausedThief(queue, 1);
    assertThat(Numbered.of(queue.pop())).isEqualTo(2);
    assertThat(queue.free()).isZero();
    assertThat(queue.push(new Numbered(5))).as("the thief has not read its slot").isZero();
    assertThat(Numbered.of(block.take(0))).isEqualTo(1);
    block.done(1);
    assertThat(queue.free()).isEqualTo(2);
    assertThat(queue.push(new Numbered(5))).isEqualTo(3);
  }

  @Test
  void aThiefThatIsPausedStallsNeitherOwnerNorThieves() {
    BlockQueue queue = full();
    pausedThief(queue, 1);
    BlockQueue second = new BlockQueue(4, 2, 1);
    assertThat(Numbered.of(queue.steal(second))).isEqualTo(2);
    assertThat(Numbered.of(queue.pop())).isEqualTo(3);
    assertThat(Numbered.of(queue.pop())).isEqualTo(4);
    assertThat(queue.pop()).isNull();
  }

  @Test
  void tasksThatAreGoneAreNotKeptReachable() {
    BlockQueue queue = new BlockQueue(8, 2, 1);
    List<WeakReference<Numbered>> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Numbered task = new Numbered(i);
      tasks.add(new WeakReference<>(task));
      assertThat(queue.push(task)).isPositive();
    }
    assertThat(queue.steal(new BlockQueue(8, 2, 1))).isNotNull();
    while (queue.pop() != null) {}
    for (int i = 0; i < 20 && tasks.stream().anyMatch(task -> task.get() != null); i++) {
      System.gc();
    }
    assertThat(tasks).allSatisfy(task -> assertThat(task.get()).isNull());
    assertThat(queue.size()).as("kept alive until here").isZero();
  }
}
