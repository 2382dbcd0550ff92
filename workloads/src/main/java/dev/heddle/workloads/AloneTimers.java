package dev.heddle.workloads;

import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.runtime.spi.TimerQueueProvider;
import dev.heddle.runtime.spi.TimerServiceProvider;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Timers by themselves, of which many are active, for one thread that inserts and cancels.
 *
 * <p>The loops are here and not in the workload, so that there is no call between the loop and the
 * timers which a program would not have.
 */
sealed interface AloneTimers permits AloneQueue, AloneService {
  /** The deadlines of all timers are spread uniformly over so much time. */
  long SPREAD_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** How many timers of those that come and go there are, used in turn. */
  int SPARES = 1 << 10;

  /**
   * Inserts so many timers, and cancels each at once.
   *
   * @return how many were cancelled
   */
  int insertAndCancel(int times);

  /**
   * Inserts a timer and cancels another, again and again.
   *
   * @param victims numbers of the active timers to cancel, from 0 to size - 1; the one inserted
   *     takes the number
   * @return how many were cancelled
   */
  int insertAndCancelAnother(int[] victims);

  /** What is wrong with the timers after all that, in words; empty if nothing is. */
  String fault();

  /** Ends what runs. */
  void close() throws InterruptedException;

  private static Thread thread(Runnable body) {
    Thread thread = new Thread(body, "heddle-alone-timers");
    thread.setDaemon(true);
    return thread;
  }

  /** New ones, so many active. */
  static AloneTimers of(TimerProvider provider, int size, SplittableRandom random) {
    return switch (provider) {
      case TimerQueueProvider queues -> new AloneQueue(queues.create(0), size, random);
      case TimerServiceProvider services ->
          new AloneService<>(services.create(AloneTimers::thread), size, random);
    };
  }
}
