package dev.heddle.workloads;

import dev.heddle.runtime.HeddleRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * {@value #TASKS} empty tasks spawned by several threads outside the runtime at once; after Tokio's
 * {@code remote_spawn} benchmarks.
 *
 * <p>What it stresses: the injection queue with several producers. One lock, or one tail that all
 * of them move, is what they then wait for; shards spread them, and cost those who look for work.
 *
 * <p>The trap: starting the threads would be most of the time. They stand ready, are let go all at
 * once, and JMH's thread waits for the last task. With more threads than CPUs one that is preempted
 * while it holds a lock holds up all the others: that is part of the shape, and of a spin lock's
 * score.
 *
 * <p>Size: how many threads spawn. Unit: one spawn, including the task's only poll.
 *
 * <p>The check: a shared counter of the tasks that are done, which also sums their ids; a task that
 * is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RemoteSpawn {
  static final int TASKS = 12_800;
  private static final String NAME = "remote-spawn";

  /** How many threads spawn. */
  @Param("1")
  public int size;

  private final Check check;
  private final List<Thread> threads = new ArrayList<>();
  private CyclicBarrier start = new CyclicBarrier(1);

  /** What is to be spawned next; null is the end. */
  private volatile @Nullable Batch next;

  /** What is spawned now: taken over when all threads have met, so none reads that of later. */
  private volatile @Nullable Batch current;

  /** Called by JMH. */
  public RemoteSpawn() {
    this(Check.defaultDeadline());
  }

  RemoteSpawn(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  private record Batch(HeddleRuntime runtime, Arrivals arrivals, int tasks) {}

  /** Starts the threads. */
  @Setup(Level.Trial)
  public void start() {
    if (size < 1 || size > TASKS) {
      throw new WorkloadFailure(
          NAME, "expected a size of 1 to %d threads, found %d".formatted(TASKS, size));
    }
    start = new CyclicBarrier(1 + size, () -> current = next);
    for (int i = 0; i < size; i++) {
      int index = i;
      Thread thread = new Thread(() -> spawnAgainAndAgain(index), "heddle-spawner-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  private void spawnAgainAndAgain(int index) {
    while (true) {
      await();
      Batch now = current;
      if (now == null) {
        return;
      }
      for (int id = index; id < now.tasks; id += size) {
        now.runtime.spawn(new Once(check, now.arrivals, id));
      }
    }
  }

  private void await() {
    try {
      start.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException("nobody interrupts a thread that spawns", e);
    }
  }

  /** Ends the threads. */
  @TearDown(Level.Trial)
  public void stop() throws InterruptedException {
    next = null;
    await();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(TASKS)
  @Workload(
      name = NAME,
      unit = "spawn",
      summary = "12,800 empty tasks spawned by several threads outside at once",
      sizes = {1, 4, 16, 64})
  public void remoteSpawn(RuntimeState state) throws InterruptedException {
    run(state.runtime(), TASKS);
  }

  /** Spawns so many tasks, after {@link #start()}. */
  void run(HeddleRuntime runtime, int tasks) throws InterruptedException {
    Arrivals arrivals = new Arrivals(check, tasks);
    next = new Batch(runtime, arrivals, tasks);
    await();
    check.await(tasks, "finished tasks", arrivals::count);
  }
}
