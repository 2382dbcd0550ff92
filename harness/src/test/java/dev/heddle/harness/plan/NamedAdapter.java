package dev.heddle.harness.plan;

import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;

/** An adapter that can be planned with and never runs. */
record NamedAdapter(String name) implements SchedulerProvider {
  @Override
  public String summary() {
    return "for planning only";
  }

  @Override
  public Scheduler create(SchedulerContext context) {
    throw new UnsupportedOperationException(name + " is for planning only");
  }
}
