package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;
import org.junit.jupiter.api.Test;

/** What a builder refuses, it refuses in one line that says what is allowed. */
class BuilderTest {
  private final RuntimeBuilder builder =
      HeddleRuntime.builder().strategy(new FifoStrategy(), Options.defaults());

  /** An adapter with at most two workers. */
  private static final class Adapter implements SchedulerProvider {
    @Override
    public String name() {
      return "adapter";
    }

    @Override
    public String summary() {
      return "never built";
    }

    @Override
    public int workers(int asked, int processors) {
      return Math.min(asked, 2);
    }

    @Override
    public Scheduler create(SchedulerContext context) {
      throw new AssertionError("the builder was to refuse");
    }
  }

  private static final class OtherDriver implements DriverProvider {
    @Override
    public String name() {
      return "other";
    }

    @Override
    public String summary() {
      return "never opened";
    }

    @Override
    public Reactor open(Options options, boolean oneThread) {
      throw new AssertionError("the builder was to refuse");
    }
  }

  @Test
  void itBuildsWhatItWasTold() {
    try (HeddleRuntime runtime = builder.workers(3).build()) {
      assertThat(runtime.workers()).isEqualTo(3);
      assertThat(runtime.strategy()).isEqualTo("fifo");
      assertThat(runtime.workerCounters()).hasSize(3);
    }
  }

  @Test
  void noWorkersAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.workers(0))
        .withMessage("workers was 0; allowed is 1 or more");
  }

  @Test
  void moreWorkersThanTheStrategyCanHaveAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.strategy(new Adapter(), Options.defaults()).workers(3).build())
        .withMessage("workers was 3; strategy 'adapter' would have 2 here");
  }

  @Test
  void aSampleOfNoneIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.schedulingLatency((worker, nanos) -> {}, 0))
        .withMessage("every was 0; allowed is 1 or more");
  }

  @Test
  void anUnknownStrategyIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.strategy("no-such"))
        .withMessageStartingWith("unknown strategy 'no-such'; there are none");
  }

  @Test
  void anUnknownDriverIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.driver("no-such"))
        .withMessageStartingWith("unknown driver 'no-such'; did you mean '")
        .withMessageContaining("none");
  }

  @Test
  void anOptionThatTheStrategyDoesNotKnowIsRefused() {
    Option<Integer> depth = Option.ofInt("depth", "how deep", 1, 1, 9);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.option(depth, 2).build())
        .withMessageContaining("depth");
  }

  @Test
  void aDriverUnderAnAdapterHasAThreadOfItsOwn() {
    Options perWorker =
        Options.defaults().with(DriverProvider.PLACEMENT, DriverProvider.Placement.PER_WORKER);
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            builder
                .strategy(new Adapter(), Options.defaults())
                .workers(1)
                .driver(new OtherDriver(), perWorker)
                .build())
        .withMessage(
            "driver was 'other:placement=per-worker'; strategy 'adapter' has threads of its own,"
                + " which cannot wait in a driver: only placement=dedicated is possible");
  }
}
