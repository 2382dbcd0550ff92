package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.workloads.peers.OnUring;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadProcessTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @AfterEach
  void asBefore() {
    System.clearProperty("heddle.uring");
  }

  @Test
  void whereIoUringMustNotBeTriedTheGeneratorWaitsInASelector() throws Exception {
    System.setProperty("heddle.uring", "off");
    try (HeddleRuntime runtime =
            HeddleRuntime.builder().strategy("global-queue").driver("selector").workers(1).build();
        EchoUnderLoad echo = EchoUnderLoad.start("test", runtime, DEADLINE, 2, 64)) {
      assertThat(echo.load().driver()).isEqualTo("selector");
      assertThat(echo.load().closed(100).times().response().getTotalCount()).isEqualTo(100);
    }
    assertThat(new OnUring().unavailable())
        .contains("io_uring is switched off by -Dheddle.uring=off");
  }

  @Test
  void eachIdleConnectionAsksOnce() throws Exception {
    try (HeddleRuntime runtime =
            HeddleRuntime.builder().strategy("global-queue").driver("selector").workers(1).build();
        EchoServer server = EchoServer.start(runtime, new Check("test", DEADLINE));
        LoadProcess load = LoadProcess.start("test", DEADLINE, server.port(), 0, 64)) {
      assertThat(load.idle(30).times().response().getTotalCount()).isEqualTo(30);
      assertThat(runtime.ioCounters().reads()).isEqualTo(30);
    }
  }
}
