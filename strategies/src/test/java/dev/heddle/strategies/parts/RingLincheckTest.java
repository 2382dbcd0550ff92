package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The ring under its owner and two thieves is linearizable: whatever the interleaving, everybody
 * sees what some order of whole operations on a plain deque would show. Interleavings are those of
 * sequential consistency; what the memory model adds is {@link RingStress}'s.
 *
 * <p>A refusal because another thief is at work has no counterpart in a deque, so it is asked again
 * until the answer is about what the ring holds.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // alone ten seconds, on a busy machine over a minute
class RingLincheckTest {
  private static final int HELD_AT_FIRST = 3;

  @Test
  void aRoomyRingGivesThievesHalfOfWhatADequeHolds() {
    new ModelCheckingOptions()
        .threads(3)
        .actorsPerThread(2)
        .iterations(10)
        .invocationsPerIteration(300)
        .sequentialSpecification(RoomyModel.class)
        .check(Roomy.class);
  }

  @Test
  void aTightRingThatLosesOneAtATimeIsABoundedDeque() {
    new ModelCheckingOptions()
        .threads(3)
        .actorsPerThread(2)
        .iterations(10)
        .invocationsPerIteration(300)
        .sequentialSpecification(TightModel.class)
        .check(Tight.class);
  }

  /** A thief's own ring, which it empties after each theft. */
  private static List<Integer> steal(Ring victim, Ring own) {
    Task<?> inHand;
    do {
      inHand = victim.steal(own);
    } while (inHand == null && victim.size() > 0);
    List<Integer> stolen = new ArrayList<>();
    for (Task<?> task = own.pop(); task != null; task = own.pop()) {
      stolen.add(((Numbered) task).number);
    }
    if (inHand != null) {
      stolen.add(((Numbered) inHand).number);
    }
    return stolen;
  }

  private static void fill(Ring ring) {
    for (int i = 0; i < HELD_AT_FIRST; i++) {
      ring.push(new Numbered(-i));
    }
  }

  private static ArrayDeque<Integer> filled() {
    return new ArrayDeque<>(IntStream.range(0, HELD_AT_FIRST).mapToObj(i -> -i).toList());
  }

  /** Never full, and its indices wrap around; each thief takes up to four at once. */
  public static class Roomy {
    private final Ring ring = new Ring(16, true, -2);
    private final Ring first = new Ring(8, true);
    private final Ring second = new Ring(8, true);

    public Roomy() {
      fill(ring);
    }

    @Operation(nonParallelGroup = "owner")
    public void push(int number) {
      ring.push(new Numbered(number));
    }

    @Operation(nonParallelGroup = "owner")
    public @Nullable Integer pop() {
      return Numbered.of(ring.pop());
    }

    @Operation(nonParallelGroup = "first thief")
    public List<Integer> stealFirst() {
      return steal(ring, first);
    }

    @Operation(nonParallelGroup = "second thief")
    public List<Integer> stealSecond() {
      return steal(ring, second);
    }
  }

  /** What {@link Roomy} should be. */
  public static class RoomyModel {
    private final ArrayDeque<Integer> deque = filled();

    public void push(int number) {
      deque.addLast(number);
    }

    public @Nullable Integer pop() {
      return deque.pollFirst();
    }

    public List<Integer> stealFirst() {
      return stealHalf();
    }

    public List<Integer> stealSecond() {
      return stealHalf();
    }

    private List<Integer> stealHalf() {
      List<Integer> stolen = new ArrayList<>();
      for (int count = deque.size() - deque.size() / 2; count > 0; count--) {
        stolen.add(deque.removeFirst());
      }
      return stolen;
    }
  }

  /**
   * Nearly full at first. Thieves have room for one, because how many they take is decided a moment
   * before they take them, which a push that finds the ring full could tell.
   */
  public static class Tight {
    private final Ring ring = new Ring(4, true, -2);
    private final Ring first = new Ring(2, true);
    private final Ring second = new Ring(2, true);

    public Tight() {
      fill(ring);
    }

    @Operation(nonParallelGroup = "owner")
    public boolean push(int number) {
      Numbered task = new Numbered(number);
      while (ring.push(task) == 0) {
        if (ring.size() == ring.capacity()) {
          return false;
        }
      }
      return true;
    }

    @Operation(nonParallelGroup = "owner")
    public @Nullable Integer pop() {
      return Numbered.of(ring.pop());
    }

    @Operation(nonParallelGroup = "owner")
    public List<Integer> takeHalf() {
      Chain chain;
      do {
        chain = ring.takeHalf();
      } while (chain == null && ring.size() >= ring.capacity() / 2);
      return Numbered.of(chain);
    }

    @Operation(nonParallelGroup = "first thief")
    public List<Integer> stealFirst() {
      return steal(ring, first);
    }

    @Operation(nonParallelGroup = "second thief")
    public List<Integer> stealSecond() {
      return steal(ring, second);
    }
  }

  /** What {@link Tight} should be. */
  public static class TightModel {
    private final ArrayDeque<Integer> deque = filled();

    public boolean push(int number) {
      if (deque.size() == 4) {
        return false;
      }
      deque.addLast(number);
      return true;
    }

    public @Nullable Integer pop() {
      return deque.pollFirst();
    }

    public List<Integer> takeHalf() {
      return deque.size() < 2 ? List.of() : List.of(deque.removeFirst(), deque.removeFirst());
    }

    public List<Integer> stealFirst() {
      return stealOne();
    }

    public List<Integer> stealSecond() {
      return stealOne();
    }

    private List<Integer> stealOne() {
      Integer oldest = deque.pollFirst();
      return oldest == null ? List.of() : List.of(oldest);
    }
  }
}
