package dev.heddle.workloads;

import dev.heddle.runtime.HeddleRuntime;
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

  boolean hasSockets() {
    return !driver.equals(NO_DRIVER);
  }

  abstract void run(HeddleRuntime runtime, Duration deadline)
      throws InterruptedException, IOException;
}
