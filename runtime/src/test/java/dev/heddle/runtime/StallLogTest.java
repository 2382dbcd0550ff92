package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.observe.Stall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StallLogTest {
  private static final Stall STALL =
      new Stall("name-1", 0, "thread", Duration.ofMillis(12), List.of());

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 10); // it wraps
  private final List<String> lines = new ArrayList<>();
  private final StallLog log = new StallLog(clock::get, lines::add);

  @Test
  void itWarnsOfOneASecondAndSaysHowManyItLeftOut() {
    log.accept(STALL);
    log.accept(STALL);
    clock.addAndGet(999_999_999);
    log.accept(STALL);
    assertThat(lines).hasSize(1);
    clock.addAndGet(1);
    log.accept(STALL);
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst()).startsWith("Stall: worker thread of runtime name-1");
    assertThat(lines.getLast()).startsWith("Stall (and 2 stalls since the last warning): worker");
  }
}
