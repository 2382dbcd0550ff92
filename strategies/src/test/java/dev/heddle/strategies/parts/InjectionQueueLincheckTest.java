package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The injection queue is linearizable to a stack's worth of new arrivals behind a list of older
 * ones, together a FIFO; also in what a push says about whether a worker must be told.
 *
 * <p>There are always more tasks than are taken, and a consumer asks until it has one: that it goes
 * away empty-handed while another consumer holds the lock has no counterpart in a sequential queue.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // alone ten seconds, on a busy machine over a minute
class InjectionQueueLincheckTest {
  private static final int WORKERS = 2;

  /** Room for this many beside the task in hand, so that a batch takes three at most. */
  private static final int ROOM = 2;

  private static final int ON_LIST = 2;
  private static final int ON_STACK = 30;

  @Test
  void itIsAFifoForAnyNumberOfProducersAndConsumers() {
    new ModelCheckingOptions()
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1)
        .iterations(10)
        .invocationsPerIteration(300)
        .sequentialSpecification(Model.class)
        .check(Queue.class);
  }

  public static class Queue {
    private final InjectionQueue queue = new InjectionQueue(WORKERS);

    public Queue() {
      for (int i = 0; i <= ON_LIST; i++) {
        queue.push(new Numbered(-i));
      }
      queue.poll(); // the others are on the list now
      for (int i = 0; i < ON_STACK; i++) {
        queue.push(new Numbered(100 + i));
      }
    }

    @Operation
    public boolean push(int number) {
      return queue.push(new Numbered(number));
    }

    @Operation
    public boolean pushTwo(int number) {
      Chain chain = new Chain();
      chain.add(new Numbered(number));
      chain.add(new Numbered(-number));
      return queue.push(chain);
    }

    @Operation
    public int poll() {
      Task<?> task;
      do {
        task = queue.poll();
      } while (task == null);
      return ((Numbered) task).number;
    }

    @Operation
    public List<Integer> pollBatch() {
      Ring ring = new Ring(ROOM, true);
      Task<?> task;
      do {
        task = queue.pollBatch(ring, ROOM);
      } while (task == null);
      List<Integer> batch = new ArrayList<>();
      for (; task != null; task = ring.pop()) {
        batch.add(((Numbered) task).number);
      }
      return batch;
    }
  }

  /** What {@link Queue} should be. */
  public static class Model {
    private final ArrayDeque<Integer> list = new ArrayDeque<>();
    private final ArrayDeque<Integer> arrivals = new ArrayDeque<>();
    private int share = (ON_LIST + 1) / WORKERS;

    public Model() {
      for (int i = 1; i <= ON_LIST; i++) {
        list.add(-i);
      }
      for (int i = 0; i < ON_STACK; i++) {
        arrivals.add(100 + i);
      }
    }

    public boolean push(int number) {
      boolean first = arrivals.isEmpty();
      arrivals.add(number);
      return first;
    }

    public boolean pushTwo(int number) {
      boolean first = push(number);
      push(-number);
      return first;
    }

    public int poll() {
      if (list.isEmpty()) {
        list.addAll(arrivals);
        share = arrivals.size() / WORKERS;
        arrivals.clear();
      }
      return list.remove();
    }

    public List<Integer> pollBatch() {
      List<Integer> batch = new ArrayList<>();
      batch.add(poll());
      for (int more = Math.min(share, ROOM); more > 0; more--) {
        if (!list.isEmpty()) {
          batch.add(list.remove());
        }
      }
      return batch;
    }
  }
}
