package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.heddle.runtime.observe.Stall;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.EventType;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordingTest {
  private static final int TIMES = 10_000;
  private static final int ROUNDS = 5;

  @TempDir Path folder;

  private List<RecordedEvent> events(Recording recording, String name) throws Exception {
    Path file = Files.createTempFile(folder, "recording", ".jfr");
    recording.dump(file);
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(name))
        .toList();
  }

  @Test
  void aStealIsRecordedWithItsThiefAndItsTasks() throws Exception {
    try (Recording recording = new Recording()) {
      recording.enable("heddle.Steal");
      recording.start();
      new WorkerCounters().stole(7);
      recording.stop();
      List<RecordedEvent> events = events(recording, "heddle.Steal");
      assertThat(events).hasSize(1);
      assertThat(events.getFirst().getInt("tasks")).isEqualTo(7);
      assertThat(events.getFirst().getThread().getJavaName())
          .isEqualTo(Thread.currentThread().getName());
    }
  }

  @Test
  void aParkIsRecordedWhenItIsOver() throws Exception {
    try (Recording recording = new Recording()) {
      recording.enable("heddle.Park").withoutThreshold();
      recording.start();
      try (HeddleRuntime runtime = FifoStrategy.start(1)) {
        Wait.until(() -> runtime.counters().parks() > 0);
      }
      recording.stop();
      assertThat(events(recording, "heddle.Park"))
          .isNotEmpty()
          .allMatch(event -> event.getThread().getJavaName().equals("heddle-fifo-0"))
          .allMatch(event -> !event.getDuration().isNegative());
    }
  }

  @Test
  void aStallIsRecordedUnlessItIsSwitchedOff() throws Exception {
    Stall stall =
        new Stall(
            "name-1",
            0,
            "thread",
            Duration.ofMillis(12),
            List.of(new StackTraceElement("a.Task", "poll", "Task.java", 9)));
    try (Recording recording = new Recording()) {
      recording.start();
      TaskStallEvent.emit(stall, Thread.currentThread());
      recording.disable("heddle.TaskStall");
      TaskStallEvent.emit(stall, Thread.currentThread());
      recording.stop();
      List<RecordedEvent> events = events(recording, "heddle.TaskStall");
      assertThat(events).hasSize(1);
      RecordedEvent event = events.getFirst();
      assertThat(event.getString("runtime")).isEqualTo("name-1");
      assertThat(event.getThread("worker").getJavaName())
          .isEqualTo(Thread.currentThread().getName());
      assertThat(event.getDuration("atLeast")).isEqualTo(Duration.ofMillis(12));
      assertThat(event.getString("stack")).isEqualTo("    at a.Task.poll(Task.java:9)");
    }
  }

  @Test
  void frequentEventsAreOffUnlessTheyAreAskedFor() throws Exception {
    try (Recording recording = new Recording()) {
      recording.start();
      new WorkerCounters().stole(1);
      assertThat(ParkEvent.started()).isNull();
      recording.stop();
      assertThat(events(recording, "heddle.Steal")).isEmpty();
    }
  }

  @Test
  void everyEventSaysWhatItIs() {
    for (Class<? extends jdk.jfr.Event> type :
        List.of(TaskStallEvent.class, StealEvent.class, ParkEvent.class)) {
      EventType event = EventType.getEventType(type);
      assertThat(event.getCategoryNames()).containsExactly("Heddle");
      assertThat(event.getLabel()).isNotBlank();
      assertThat(event.getDescription()).isNotBlank();
    }
  }

  /** In the interpreter as well, so it does not hang on what a compiler finds out. */
  @Test
  void whileNobodyRecordsAStealAndAParkAllocateNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    WorkerCounters counters = new WorkerCounters();
    long allocated = Long.MAX_VALUE;
    // The first round loads classes, and the machine may allocate once when it compiles; what each
    // step allocates shows in every round.
    for (int round = 0; round < ROUNDS; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < TIMES; i++) {
        counters.stole(1);
        if (ParkEvent.started() != null) {
          throw new AssertionError("nobody records");
        }
      }
      allocated = Math.min(allocated, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(allocated).as("bytes in %d steals and parks", TIMES).isZero();
  }
}
