package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.sync.Oneshot;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OutsideJoinTest {

  @Test
  void aFinishedTaskIsJoinedEvenPastTheDeadline() throws InterruptedException {
    try (HeddleRuntime runtime = HeddleRuntime.builder().strategy("test-plain").build()) {
      Oneshot<String> message = new Oneshot<>();
      JoinHandle<String> handle = runtime.spawn(message);
      message.send("hello");
      handle.join();
      assertThat(new OutsideJoin(runtime, System.nanoTime() - 1).join(handle)).isTrue();
    }
  }

  @Test
  void aTaskThatFinishesLaterIsWaitedFor() throws InterruptedException {
    try (HeddleRuntime runtime = HeddleRuntime.builder().strategy("test-plain").build()) {
      Oneshot<String> message = new Oneshot<>();
      JoinHandle<String> handle = runtime.spawn(message);
      Thread sender = Thread.startVirtualThread(() -> message.send("hello"));
      OutsideJoin joiner =
          new OutsideJoin(runtime, System.nanoTime() + TimeUnit.MINUTES.toNanos(1));
      assertThat(joiner.join(handle)).isTrue();
      assertThat(handle.value()).isEqualTo("hello");
      sender.join();
    }
  }

  @Test
  void aTaskThatNeverFinishesIsGivenUpAtTheDeadline() throws InterruptedException {
    try (HeddleRuntime runtime = HeddleRuntime.builder().strategy("test-plain").build()) {
      JoinHandle<String> handle = runtime.spawn(new Oneshot<String>());
      assertThat(new OutsideJoin(runtime, System.nanoTime() + 1).join(handle)).isFalse();
    }
  }
}
