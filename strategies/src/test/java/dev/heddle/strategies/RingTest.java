package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RingTest {

  @Test
  void aCapacityThatIsNoPowerOfTwoIsRefused() {
    assertThatThrownBy(() -> new Ring(3, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("capacity was 3; allowed is a power of two");
  }

  @Test
  void poppedTasksAreNotKeptReachable() {
    Ring ring = new Ring(8, true);
    List<WeakReference<Numbered>> tasks = fill(ring);
    while (ring.pop() != null) {}
    assertCollected(tasks);
  }

  @Test
  void stolenTasksAreNotKeptReachableByEitherRing() {
    Ring victim = new Ring(8, true);
    Ring thief = new Ring(8, true);
    List<WeakReference<Numbered>> tasks = fill(victim);
    while (victim.stealHalf(thief) != null) {
      while (thief.pop() != null) {}
    }
    assertCollected(tasks);
    assertThat(victim.size() + thief.size()).as("kept alive until here").isZero();
  }

  @Test
  void overflowedTasksAreNotKeptReachable() {
    Ring ring = new Ring(8, true);
    List<WeakReference<Numbered>> tasks = fill(ring);
    assertThat(Numbered.of(ring.takeHalf())).containsExactly(0, 1, 2, 3);
    assertCollected(tasks.subList(0, 4));
    assertThat(ring.size()).isEqualTo(4);
  }

  private static List<WeakReference<Numbered>> fill(Ring ring) {
    List<WeakReference<Numbered>> tasks = new ArrayList<>();
    for (int i = 0; i < ring.capacity(); i++) {
      Numbered task = new Numbered(i);
      tasks.add(new WeakReference<>(task));
      assertThat(ring.push(task)).isPositive();
    }
    return tasks;
  }

  /** A collection need not clear every reference at once, so a few are allowed. */
  private static void assertCollected(List<WeakReference<Numbered>> tasks) {
    for (int i = 0; i < 20 && tasks.stream().anyMatch(task -> task.get() != null); i++) {
      System.gc();
    }
    assertThat(tasks).allSatisfy(task -> assertThat(task.get()).isNull());
  }
}
