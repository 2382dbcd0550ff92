package dev.heddle.runtime;

import dev.heddle.runtime.spi.WorkerPolicy;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What makes a thread a worker: one side of the policy, with the parker and the timers' watch that
 * belong to it. There are as many as workers were asked for. A thread that blocks in place passes
 * its core on to another thread and goes without; Tokio's core of a worker is the same thing.
 *
 * <p>The {@link Worker} stays with the thread, because the poll that blocks goes on to its end with
 * it. The next thread takes a spare one, so no counter and no list ever has two writers.
 */
final class Core {
  private final PolicyScheduler scheduler;
  private final WorkerPolicy policy;
  private final Parker parker;
  private final @Nullable TimerWatch timers;
  private final String name;

  /** Workers of this index that no thread polls with: at most as many as ever blocked at a time. */
  private final ArrayDeque<Worker> spares = new ArrayDeque<>();

  private final int index;

  Core(
      PolicyScheduler scheduler,
      Worker first,
      WorkerPolicy policy,
      Parker parker,
      @Nullable TimerWatch timers,
      String name) {
    this.scheduler = scheduler;
    this.policy = policy;
    this.parker = parker;
    this.timers = timers;
    this.name = name;
    index = first.index();
    spares.add(first);
  }

  /** Of its worker. */
  int index() {
    return index;
  }

  PolicyScheduler scheduler() {
    return scheduler;
  }

  WorkerPolicy policy() {
    return policy;
  }

  Parker parker() {
    return parker;
  }

  @Nullable TimerWatch timers() {
    return timers;
  }

  /** What its thread is called. */
  String name() {
    return name;
  }

  /** A worker for the calling thread alone. The lock passes on what its last thread wrote. */
  Worker lendWorker(HeddleRuntime runtime) {
    synchronized (spares) {
      Worker spare = spares.pollFirst();
      return spare != null ? spare : runtime.books().newWorker(index);
    }
  }

  /** The calling thread polls with it no longer. */
  void returnWorker(Worker worker) {
    synchronized (spares) {
      spares.addFirst(worker);
    }
  }
}
