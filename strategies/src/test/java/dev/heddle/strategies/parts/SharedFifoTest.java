package dev.heddle.strategies.parts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Task;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The queues of the global-queue strategies: used by one thread they are plain FIFOs. */
class SharedFifoTest {

  @Property
  void itIsAFifoAlsoWhereTheArrayOverflows(
      @ForAll boolean locked, @ForAll List<@IntRange(min = -6, max = 6) Integer> steps) {
    SharedFifo queue = locked ? new LockedFifo() : new MpmcFifo(4);
    ArrayDeque<Integer> model = new ArrayDeque<>();
    int next = 0;
    for (int step : steps) {
      for (int i = 0; i < step; i++) {
        model.add(next);
        assertThat(queue.add(new Numbered(next++))).isEqualTo(model.size());
      }
      for (int i = 0; i > step; i--) {
        assertThat(Numbered.of(queue.poll())).isEqualTo(model.poll());
      }
      assertThat(queue.length()).isEqualTo(model.size());
    }
  }

  /** Two threads add and take; the array is so small that the list is always in use somewhere. */
  @Example
  void nothingIsLostOrDoubledWhileTheArrayOverflows() throws InterruptedException {
    int each = 200_000;
    SharedFifo queue = new MpmcFifo(8);
    AtomicIntegerArray seen = new AtomicIntegerArray(2 * each);
    List<Thread> threads =
        IntStream.range(0, 2)
            .mapToObj(side ->
                Thread.ofPlatform()
                    .start(() -> {
                      for (int i = 0; i < each; i++) {
                        queue.add(new Numbered(side * each + i));
                        if (i % 3 != 0) {
                          saw(seen, queue.poll());
                        }
                      }
                    }))
            .toList();
    for (Thread thread : threads) {
      thread.join();
    }
    while (queue.length() > 0) {
      saw(seen, queue.poll());
    }
    assertThat(IntStream.range(0, 2 * each).filter(i -> seen.get(i) != 1)).isEmpty();
  }

  private static void saw(
      AtomicIntegerArray seen, @org.jspecify.annotations.Nullable Task<?> task) {
    if (task != null) {
      seen.incrementAndGet(((Numbered) task).number);
    }
  }
}
