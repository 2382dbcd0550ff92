package dev.heddle.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A task for the stress tests: its own scheduler, which only counts how often it was given the
 * task. It is ready once it has seen the value that was sent to it.
 */
final class StressedTask extends Task<Integer> {
  private static final HeddleRuntime RUNTIME =
      HandDriven.runtime(task -> ((StressedTask) task).queued.incrementAndGet());

  /** Where the task stands: in so many queues. More than one is a doubled task. */
  private final AtomicInteger queued = new AtomicInteger();

  private final Worker worker = new Worker(RUNTIME, 0, null, 1);
  private final boolean readyAtOnce;
  private int closes;

  /** Plain on purpose: the wake-up has to publish it. */
  int sent;

  private StressedTask(boolean readyAtOnce) {
    this.readyAtOnce = readyAtOnce;
  }

  /** Queued, and waiting for a value. */
  static StressedTask receiver() {
    return spawned(false);
  }

  /** Queued, and ready at its first poll. */
  static StressedTask ready() {
    return spawned(true);
  }

  private static StressedTask spawned(boolean readyAtOnce) {
    StressedTask task = new StressedTask(readyAtOnce);
    RUNTIME.spawn(task);
    return task;
  }

  /** As a worker does: takes the task out of its queue, polls it, queues it again if asked to. */
  void takeAndPoll() {
    queued.decrementAndGet();
    if (worker.run(this)) {
      queued.incrementAndGet();
    }
  }

  /** Goes on while the task is in a queue. Returns whether it never was in two. */
  boolean runOn() {
    boolean once = true;
    for (int n = queued.get(); n != 0; n = queued.get()) {
      once &= n == 1;
      takeAndPoll();
    }
    return once;
  }

  int closes() {
    return closes;
  }

  /** 1 if ready, 2 if cancelled, 0 if it waits. */
  int outcome() {
    if (!isFinished()) {
      return 0;
    }
    try {
      return value();
    } catch (TaskCancelledException e) {
      return 2;
    }
  }

  @Override
  public Poll poll(Context context) {
    return readyAtOnce || sent != 0 ? ready(1) : Poll.PENDING;
  }

  @Override
  public void close() {
    closes++;
  }
}
