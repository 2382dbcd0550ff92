package dev.heddle.strategies.parts;

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
    while (victim.steal(thief) != null) {
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

  /** What a thief's first step leaves: so many tasks claimed, and none copied. */
  private static void claim(Ring victim, int count) {
    int real = (int) victim.head;
    assertThat((int) (victim.head >>> Integer.SIZE)).as("no thief at work").isEqualTo(real);
    victim.head = ((long) real << Integer.SIZE) | ((real + count) & 0xFFFF_FFFFL);
  }

  @Test
  void aThiefThatIsPausedInItsTheftStallsNobody() {
    Ring victim = new Ring(8, true, -4);
    fill(victim);
    claim(victim, 4);
    assertThat(Numbered.of(victim.pop())).as("the owner pops behind the claim").isEqualTo(4);
    assertThat(victim.free()).as("the claimed slots are not free").isZero();
    assertThat(victim.push(new Numbered(8))).as("full").isZero();
    assertThat(victim.takeHalf()).as("the thief makes room").isNull();
    assertThat(victim.steal(new Ring(8, true))).as("a second thief goes away").isNull();
    for (int i = 5; i < 8; i++) {
      assertThat(Numbered.of(victim.pop())).isEqualTo(i);
    }
    assertThat(victim.pop()).isNull();
  }

  @Test
  void aThiefThatGoesOnMakesRoomForTheOwnerAndTheNextThief() {
    Ring victim = new Ring(8, true, -4);
    fill(victim);
    claim(victim, 4);
    victim.pop();
    int real = (int) victim.head;
    victim.head = ((long) real << Integer.SIZE) | (real & 0xFFFF_FFFFL); // the thief's last step
    assertThat(victim.free()).isEqualTo(5);
    assertThat(victim.push(new Numbered(8))).isEqualTo(4);
    Ring thief = new Ring(8, true);
    assertThat(Numbered.of(victim.steal(thief))).isEqualTo(6);
    assertThat(Numbered.of(thief.pop())).isEqualTo(5);
    assertThat(Numbered.of(victim.pop())).isEqualTo(7);
  }

  @Test
  void whatIsStolenGoesBehindWhatTheThiefHas() {
    Ring victim = new Ring(8, true);
    fill(victim);
    Ring thief = new Ring(8, true, -2);
    thief.push(new Numbered(100));
    thief.push(new Numbered(101));
    assertThat(Numbered.of(victim.steal(thief))).as("to be run at once").isEqualTo(3);
    List<Integer> order = new ArrayList<>();
    while (thief.size() > 0) {
      order.add(Numbered.of(thief.pop()));
    }
    assertThat(order).containsExactly(100, 101, 0, 1, 2);
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
