package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.observe.Stall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The watch is ticked by hand, so what counts are ticks and no time. */
class StallWatchTest {
  private static final long TICK = 5_000_000;
  private static final long LATE = 0;

  private final List<Stall> reported = new ArrayList<>();
  private final HeddleRuntime runtime = HandDriven.runtime(task -> {});

  /** Not one of the runtime's, so that no other watch looks at it. */
  private final Worker worker = new Worker(runtime, 3, null, 1);

  private final StallWatch watch =
      new StallWatch("name-1", Duration.ofNanos(2 * TICK), reported::add);

  @AfterEach
  void close() {
    runtime.close();
  }

  private void ticks(int count, long onTimeNanos) {
    for (int i = 0; i < count; i++) {
      worker.ticked();
      watch.ticked(List.of(worker), onTimeNanos);
    }
  }

  private Scripted spawned(Runnable body) {
    Scripted task =
        new Scripted(
            "task",
            (self, context) -> {
              body.run();
              return self.done("done");
            });
    runtime.spawn(task);
    return task;
  }

  /** Code of the worker's thread that stands still until closed. */
  private static final class Standing implements AutoCloseable {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final Thread thread;

    private Standing(Thread thread) {
      this.thread = thread;
    }

    @Override
    public void close() throws InterruptedException {
      release.countDown();
      thread.join();
    }
  }

  private Standing standing(boolean inPoll) throws InterruptedException {
    Standing[] standing = new Standing[1];
    CountDownLatch made = new CountDownLatch(1);
    Runnable stand =
        () -> {
          standing[0].begun.countDown();
          Wait.on(standing[0].release);
        };
    Scripted task = spawned(stand);
    Thread thread =
        new Thread(
            () -> {
              Wait.on(made);
              worker.bindToCurrentThread();
              if (inPoll) {
                worker.run(task);
              } else {
                stand.run();
              }
            },
            "standing-thread");
    standing[0] = new Standing(thread);
    thread.start();
    made.countDown();
    standing[0].begun.await();
    return standing[0];
  }

  @Test
  void aPollThatDoesNotEndIsReportedOnceAndWhileItRuns() throws Exception {
    try (Standing standing = standing(true)) {
      ticks(2, TICK);
      assertThat(reported).isEmpty();
      ticks(1, TICK);
      assertThat(reported).hasSize(1);
      assertThat(standing.thread.isAlive()).isTrue();
      ticks(10, TICK);
    }
    assertThat(reported).hasSize(1);
    assertThat(watch.stalls()).isEqualTo(1);
  }

  @Test
  void theReportSaysWhoWhereAndForHowLong() throws Exception {
    try (Standing standing = standing(true)) {
      ticks(3, TICK);
    }
    Stall stall = reported.getFirst();
    assertThat(stall.runtime()).isEqualTo("name-1");
    assertThat(stall.worker()).isEqualTo(3);
    assertThat(stall.thread()).isEqualTo("standing-thread");
    assertThat(stall.atLeast()).isEqualTo(Duration.ofNanos(2 * TICK));
    assertThat(stall.stack())
        .anyMatch(frame -> frame.getClassName().startsWith(StallWatchTest.class.getName()))
        .noneMatch(frame -> frame.getClassName().equals(Worker.class.getName()));
    assertThat(stall.toString())
        .startsWith("worker standing-thread of runtime name-1 has been in one poll for 10 ms")
        .contains("    at " + StallWatchTest.class.getName());
  }

  @Test
  void theNextPollThatStandsStillIsReportedToo() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (Standing standing = standing(true)) {
        ticks(3, TICK);
      }
    }
    assertThat(reported).hasSize(2);
  }

  @Test
  void pollsThatEndAreNotReportedHoweverManyTicksPass() {
    for (int i = 0; i < 100; i++) {
      worker.run(spawned(() -> ticks(1, TICK)));
      ticks(1, TICK);
    }
    assertThat(reported).isEmpty();
  }

  @Test
  void ticksThatCameLateAddNothing() throws Exception {
    try (Standing standing = standing(true)) {
      ticks(100, LATE);
      assertThat(reported).isEmpty();
      ticks(1, TICK);
      ticks(100, LATE);
      assertThat(reported).isEmpty();
      ticks(1, TICK);
      assertThat(reported).hasSize(1);
    }
  }

  @Test
  void aWorkerThatWaitsIsNotReported() throws Exception {
    worker.counters().parked(0);
    try (Standing standing = standing(true)) {
      ticks(100, TICK);
    }
    assertThat(reported).isEmpty();
  }

  @Test
  void theTimeBeforeAWorkerCameBackFromWaitingDoesNotCount() throws Exception {
    try (Standing standing = standing(true)) {
      worker.counters().parked(0);
      ticks(100, TICK);
      worker.counters().resumed(0);
      ticks(1, TICK);
      assertThat(reported).isEmpty();
      ticks(1, TICK);
      assertThat(reported).hasSize(1);
    }
  }

  @Test
  void aThreadThatIsInNoPollIsNotReported() throws Exception {
    try (Standing standing = standing(false)) {
      ticks(100, TICK);
    }
    assertThat(reported).isEmpty();
  }

  @Test
  void aWorkerWithoutAThreadIsNotReported() {
    ticks(100, TICK);
    assertThat(reported).isEmpty();
  }

  @Test
  void aThresholdOfZeroReportsNothingAndCountsNothing() throws Exception {
    StallWatch off = new StallWatch("name-1", Duration.ZERO, reported::add);
    try (Standing standing = standing(true)) {
      for (int i = 0; i < 100; i++) {
        off.ticked(List.of(worker), TICK);
      }
    }
    assertThat(reported).isEmpty();
    assertThat(off.stalls()).isEqualTo(RuntimeCounters.UNKNOWN);
  }
}
