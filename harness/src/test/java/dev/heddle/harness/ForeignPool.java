package dev.heddle.harness;

import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.Trait;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Says of itself all that a strategy can say; what it runs on is {@code mini}. */
public final class ForeignPool implements PolicyProvider {
  private static final Option<Integer> BATCH =
      Option.ofInt("batch", "tasks taken at once", 8, 1, 64);

  /** Found as a service. */
  public ForeignPool() {}

  @Override
  public String name() {
    return "test-foreign-pool";
  }

  @Override
  public String summary() {
    return "a pool of somebody else's";
  }

  @Override
  public String origin() {
    return "a paper that nobody has read";
  }

  @Override
  public int workers(int asked, int processors) {
    return 1;
  }

  @Override
  public List<String> jvmFlags(int workers) {
    return List.of("-Dtest.foreign.workers=" + workers);
  }

  @Override
  public List<Option<?>> options() {
    return List.of(BATCH);
  }

  @Override
  public List<Trait> composition(Options options) {
    return List.of(
        new Trait("queue", "one for all"),
        new Trait("batch", "%d tasks at once".formatted(options.get(BATCH))));
  }

  @Override
  public Set<Promise> promises(Options options) {
    return EnumSet.complementOf(EnumSet.of(Promise.LOCAL_IN_TURN));
  }

  /** The version is a fact of the JVM that runs it: the flag is what a fork alone is given. */
  @Override
  public Optional<Library> library() {
    return Optional.of(
        new Library("foreign", "1." + System.getProperty("test.foreign.workers", "?")));
  }

  @Override
  public String caveat() {
    return "known to be slow on Mondays";
  }

  @Override
  public Policy create(PolicyContext context) {
    return ((PolicyProvider) Providers.strategy("mini")).create(context);
  }
}
