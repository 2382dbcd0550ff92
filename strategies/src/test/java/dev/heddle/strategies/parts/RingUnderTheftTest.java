package dev.heddle.strategies.parts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Task;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;

/** An owner that pushes half a million tasks while a thief steals a thousand times. */
class RingUnderTheftTest {
  private static final int PUSHES = 500_000;
  private static final int STEALS = 1_000;
  private static final int PUSHES_PER_STEAL = PUSHES / STEALS;

  private final AtomicIntegerArray seen = new AtomicIntegerArray(PUSHES);

  /** How far the two are; each waits for the other, so that every steal meets pushes. */
  private final AtomicInteger chunk = new AtomicInteger();

  private final AtomicInteger attempts = new AtomicInteger();

  @RepeatedTest(5)
  void nothingIsLostAndNothingDoubled() throws InterruptedException {
    Ring ring = new Ring(256, true, Integer.MAX_VALUE - PUSHES / 2);
    AtomicInteger stolen = new AtomicInteger();
    Thread thief = new Thread(() -> stolen.set(steal(ring)), "thief");
    thief.start();
    push(ring);
    thief.join();
    while (saw(ring.pop())) {}

    assertThat(IntStream.range(0, PUSHES).filter(i -> seen.get(i) != 1))
        .as("tasks not seen exactly once")
        .isEmpty();
    assertThat(stolen.get()).as("tasks stolen").isPositive();
  }

  private void push(Ring ring) {
    for (int i = 0; i < PUSHES; i++) {
      if (i % PUSHES_PER_STEAL == 0) {
        chunk.incrementAndGet();
        while (attempts.get() < i / PUSHES_PER_STEAL) {
          Thread.onSpinWait();
        }
      }
      Numbered task = new Numbered(i);
      while (ring.push(task) == 0) {
        Chain older = ring.takeHalf();
        if (older == null) {
          saw(ring.pop());
          continue;
        }
        for (Task<?> at = older.first; at != null; at = at.link()) {
          saw(at);
        }
      }
    }
  }

  /** Returns how many tasks were stolen. */
  private int steal(Ring victim) {
    Ring own = new Ring(64, true, -1_000);
    int stolen = 0;
    for (int i = 1; i <= STEALS; i++) {
      while (chunk.get() < i) {
        Thread.onSpinWait();
      }
      Task<?> task = victim.steal(own);
      attempts.incrementAndGet();
      while (saw(task)) {
        stolen++;
        task = own.pop();
      }
    }
    return stolen;
  }

  private boolean saw(@Nullable Task<?> task) {
    if (task == null) {
      return false;
    }
    seen.incrementAndGet(((Numbered) task).number);
    return true;
  }
}
