package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;

class TaskFootprintTest {
  private static final int TASKS = 200_000;

  /** A list of tasks to be cancelled that is at most half empty: 4 + 4 bytes an entry. */
  private static final int LIST_BYTES = 16;

  /** A slot of the wheel that is at most half empty, and one that it has grown out of. */
  private static final int SLOT_BYTES = 16;

  /** What else comes and goes in the JVM between the two looks at the heap, as rounded regions. */
  private static final int NOISE_BYTES = 16;

  /** What JOL says of the object is the oracle for what the heap's growth says of the task. */
  @Test
  void anIdleTaskTakesItsObjectAndAtMostTwoPlacesInTheListOfTasksToBeCancelled() throws Exception {
    System.setProperty("jol.skipDynamicAttach", "true"); // a layout needs no agent
    long object = ClassLayout.parseClass(TaskFootprint.Idle.class).instanceSize();
    try (HeddleRuntime runtime =
        HeddleRuntime.builder().strategy("test-plain").workers(1).build()) {
      double bytes =
          new TaskFootprint(Duration.ofSeconds(60))
              .bytesPerTask(runtime, "test", TASKS, TaskFootprint.Idle::new);
      assertThat(bytes)
          .isBetween((double) object - NOISE_BYTES, (double) object + LIST_BYTES + NOISE_BYTES);
    }
  }

  @Test
  void aSleepingTaskTakesItsSleepAndAPlaceAmongTheTimersToo() throws Exception {
    System.setProperty("jol.skipDynamicAttach", "true"); // a layout needs no agent
    long objects =
        ClassLayout.parseClass(TaskFootprint.Sleeping.class).instanceSize()
            + ClassLayout.parseClass(Futures.sleep(Duration.ZERO).getClass()).instanceSize();
    try (HeddleRuntime runtime =
        HeddleRuntime.builder().strategy("test-plain").timer("timer-wheel").workers(1).build()) {
      double bytes =
          new TaskFootprint(Duration.ofSeconds(60))
              .bytesPerTask(runtime, "test", TASKS, TaskFootprint.Sleeping::of);
      assertThat(bytes)
          .isBetween(
              (double) objects - NOISE_BYTES,
              (double) objects + LIST_BYTES + SLOT_BYTES + NOISE_BYTES);
    }
  }
}
