package dev.heddle.strategies;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Trait;
import java.util.List;
import java.util.Set;

/**
 * {@link WorkStealing} with some of its options fixed otherwise, under a name of its own. What a
 * variant fixes is all that it differs in; the options it leaves open can be given as there.
 */
abstract class WorkStealingVariant implements PolicyProvider {
  private final String name;
  private final String summary;
  private final String origin;
  private final Options fixed;

  WorkStealingVariant(String name, String summary, String origin, Options fixed) {
    this.name = name;
    this.summary = summary;
    this.origin = origin;
    this.fixed = fixed;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String summary() {
    return summary;
  }

  @Override
  public final String origin() {
    return origin;
  }

  @Override
  public List<Option<?>> options() {
    return Composition.OPTIONS.stream().filter(option -> !fixed.has(option)).toList();
  }

  /** What is given and what this variant fixes, which counts. */
  Options whole(Options given) {
    return given.and(fixed);
  }

  @Override
  public final List<Trait> composition(Options options) {
    return Composition.traits(whole(options));
  }

  @Override
  public final Set<Promise> promises(Options options) {
    return Composition.promises(whole(options));
  }

  @Override
  public final boolean needsPinning(Options options) {
    return Composition.needsPinning(whole(options));
  }

  @Override
  public final Policy create(PolicyContext context) {
    return new WorkStealingPolicy(new Composition(context, whole(context.options())));
  }
}
