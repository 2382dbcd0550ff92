package dev.heddle.harness.plan;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import java.util.List;
import java.util.Optional;

/** A strategy that can be planned with and never runs. */
record NamedStrategy(String name, int maxWorkers, Optional<String> unavailable)
    implements PolicyProvider {

  static NamedStrategy of(String name) {
    return new NamedStrategy(name, Integer.MAX_VALUE, Optional.empty());
  }

  static NamedStrategy withOneWorker(String name) {
    return new NamedStrategy(name, 1, Optional.empty());
  }

  static NamedStrategy unavailable(String name, String reason) {
    return new NamedStrategy(name, Integer.MAX_VALUE, Optional.of(reason));
  }

  @Override
  public int workers(int asked, int processors) {
    return Math.min(asked, maxWorkers);
  }

  @Override
  public String summary() {
    return "for planning only";
  }

  @Override
  public List<Option<?>> options() {
    return List.of(
        Option.ofPowerOfTwo("ring", "slots", 256, 2, 1024),
        Option.ofSwitch("lifo", "whether there is a slot", true));
  }

  @Override
  public List<String> jvmFlags(int workers) {
    return name.equals("needy") ? List.of("-Dneeded=" + workers) : List.of();
  }

  @Override
  public boolean needsPinning(Options options) {
    return name.equals("by-distance");
  }

  @Override
  public Policy create(PolicyContext context) {
    throw new UnsupportedOperationException(name + " is for planning only");
  }
}
