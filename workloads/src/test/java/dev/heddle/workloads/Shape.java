package dev.heddle.workloads;

import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.workloads.service.ServiceRuns;
import java.io.IOException;
import java.time.Duration;

/** Every workload at a size for tests, in the exact shape. */
enum Shape {
  ACCEPT_CHURN("accept-churn", "selector") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws IOException {
      try (EchoUnderLoad echo = EchoUnderLoad.start(workload, runtime, deadline, 0, 64)) {
        echo.load().churn(CONNECTIONS, 8);
      }
    }
  },
  ECHO("echo", "selector") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws IOException {
      try (EchoUnderLoad echo = EchoUnderLoad.start(workload, runtime, deadline, CONNECTIONS, 64)) {
        echo.load().closed(5 * CONNECTIONS);
      }
    }
  },
  ECHO_OPEN("echo-open", "selector") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws IOException {
      try (EchoUnderLoad echo = EchoUnderLoad.start(workload, runtime, deadline, CONNECTIONS, 64)) {
        echo.load().open(5 * CONNECTIONS, 5_000);
      }
    }
  },
  CHAINED_SPAWN("chained-spawn") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new ChainedSpawn(deadline).run(runtime, 200, 5);
    }
  },
  CONNECTION_FOOTPRINT("idle-connection-footprint", "selector") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws IOException, InterruptedException {
      new ConnectionFootprint(deadline).bytesPerConnection(runtime, 10 * CONNECTIONS);
    }
  },
  FAN_OUT_IN("fan-out-in") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new FanOutIn(deadline).run(runtime, 1_000, 5);
    }
  },
  FIB("fib") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new Fib(deadline).run(runtime, 15, 610);
    }
  },
  CPU_HOG_POOL("cpu-hog-pool") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      ServiceRuns.run(workload, runtime, deadline, true);
    }
  },
  FILE_READ_BLOCKING_POOL("file-read-blocking-pool") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException, IOException {
      readFiles(deadline, files -> files.runOnPool(runtime, 40));
    }

    @Override
    boolean isPolledAsItComes() {
      return true;
    }
  },
  FILE_READ_ON_WORKER("file-read-on-worker") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException, IOException {
      readFiles(deadline, files -> files.runOnWorker(runtime, 40));
    }

    @Override
    boolean isPolledAsItComes() {
      return true;
    }
  },
  IDLE_CONNECTIONS("idle-connections", "selector") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws IOException {
      try (EchoUnderLoad echo = EchoUnderLoad.start(workload, runtime, deadline, 16, 64)) {
        echo.idle(CONNECTIONS);
        echo.load().closed(CONNECTIONS);
      }
    }
  },
  IDLE_WORKERS("idle-workers") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new IdleWorkers(deadline).idleMicrosPerSecond(runtime, 200, 0, 1);
    }
  },
  LOCK_ASYNC("lock-async") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new LockAcrossAwait(deadline).runAsync(runtime, 20);
    }

    @Override
    boolean isPolledAsItComes() {
      return true;
    }
  },
  LOCK_BLOCKING("lock-blocking") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new LockAcrossAwait(deadline).runBlocking(runtime, 20);
    }

    @Override
    boolean isPolledAsItComes() {
      return true;
    }
  },
  MPSC("mpsc") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new ManySenders(deadline).runBounded(runtime, 200, 50);
    }
  },
  MPSC_UNBOUNDED("mpsc-unbounded") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new ManySenders(deadline).runUnbounded(runtime, 200, 50);
    }
  },
  NQUEENS("nqueens") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new Queens(deadline).run(runtime, 7, 40);
    }
  },
  OPEN_LOAD("open-load") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new OpenLoad(deadline).waitsOf(runtime, 200);
    }
  },
  PING_PONG("ping-pong") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new PingPong(deadline).run(runtime, 200, 5);
    }
  },
  REMOTE_SPAWN("remote-spawn") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      RemoteSpawn spawn = new RemoteSpawn(deadline);
      spawn.size = 4;
      spawn.start();
      try {
        spawn.run(runtime, 1_000);
      } finally {
        spawn.stop();
      }
    }
  },
  RING("ring") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new Ring(deadline).runOneToken(runtime, 200, 5);
    }
  },
  RING_TOKENS("ring-tokens") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new Ring(deadline).runSeveralTokens(runtime, 200, 5);
    }
  },
  SERVICE("service") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      ServiceRuns.run(workload, runtime, deadline, false);
    }
  },
  SKYNET("skynet") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new Skynet(deadline).run(runtime, 1_000);
    }
  },
  SPACED_TASKS("spaced-tasks") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new SpacedTasks(deadline).wakeUpsPerTask(runtime, 50, 500_000);
    }
  },
  SPAWN_MANY_BUSY("spawn-many-busy") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new SpawnManyBusy(deadline).runYielding(runtime, 1_000);
    }
  },
  SPAWN_MANY_LOCAL("spawn-many-local") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new SpawnManyLocal(deadline).run(runtime, 1_000, 5);
    }
  },
  SPAWN_MANY_REMOTE("spawn-many-remote") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new SpawnManyRemote(deadline).run(runtime, 1_000);
    }
  },
  SPAWN_MANY_RESPAWNING("spawn-many-respawning") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new SpawnManyBusy(deadline).runRespawning(runtime, 200);
    }
  },
  SPREAD("spread") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      Spread spread = new Spread(deadline);
      spread.size = 500;
      spread.microsUntilAllAreBusy(runtime);
    }
  },
  STARVATION("starvation") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new Starvation(deadline).longestWait(runtime, 50);
    }
  },
  TASK_FOOTPRINT("task-footprint-100k") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new TaskFootprint(deadline).bytesPerTask(runtime, workload, 20_000, TaskFootprint.Idle::new);
    }
  },
  SLEEPERS("sleepers") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new Sleepers(deadline).run(runtime, 1_000);
    }
  },
  SLEEPING_TASK_FOOTPRINT("sleeping-task-footprint-100k") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new TaskFootprint(deadline)
          .bytesPerTask(runtime, workload, 20_000, TaskFootprint.Sleeping::of);
    }
  },
  TIMER_CONTENDED("timer-contended") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      TimerContended contended = new TimerContended(deadline);
      contended.fill(runtime, 100);
      contended.run(runtime, 20_001);
    }
  },
  TIMER_LATENESS("timer-lateness") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new TimerLateness(deadline).idle(runtime, 200);
    }
  },
  TIMER_LATENESS_GC("timer-lateness-gc") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new TimerLateness(deadline).garbage(runtime, 200);
    }
  },
  TIMER_LATENESS_LOADED("timer-lateness-loaded") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new TimerLateness(deadline).loaded(runtime, 200);
    }
  },
  TINY_BATCH("tiny-batch") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      TinyBatch batch = new TinyBatch(deadline);
      batch.size = 10;
      batch.run(runtime, 1_000, 5);
    }
  },
  WAKE_LATENCY("wake-latency") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new WakeLatency(deadline).microsPerWake(runtime, 200, 100_000);
    }
  },
  YIELD_MANY("yield-many") {
    @Override
    void run(HeddleRuntime runtime, Duration deadline) throws InterruptedException {
      new YieldMany(deadline).run(runtime, 200, 50);
    }
  };

  /** So many that some of them meet each strategy's fault. */
  private static final int CONNECTIONS = 100;

  private static final String NO_DRIVER = "none";

  final String workload;

  /** Which driver the runtime must have. */
  final String driver;

  Shape(String workload) {
    this(workload, NO_DRIVER);
  }

  Shape(String workload, String driver) {
    this.workload = workload;
    this.driver = driver;
  }

  /**
   * Whether chance says how often a task is polled, so that one poll too many shows only at its
   * end.
   */
  boolean isPolledAsItComes() {
    return hasSockets();
  }

  boolean hasSockets() {
    return !driver.equals(NO_DRIVER);
  }

  private interface FileRun {
    void with(FileRead files) throws InterruptedException;
  }

  private static void readFiles(Duration deadline, FileRun run)
      throws InterruptedException, IOException {
    assumeThat(new DirectReads().unavailable()).isEmpty();
    FileRead files = new FileRead(deadline);
    files.write();
    try {
      run.with(files);
    } finally {
      files.remove();
    }
  }

  abstract void run(HeddleRuntime runtime, Duration deadline)
      throws InterruptedException, IOException;
}
