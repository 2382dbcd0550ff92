package dev.heddle.runtime.spi;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A scheduler strategy under its name, found by {@link java.util.ServiceLoader}: either a {@link
 * PolicyProvider} or, for adapters on foreign pools, a {@link SchedulerProvider}.
 */
public sealed interface StrategyProvider extends Provider
    permits PolicyProvider, SchedulerProvider {

  /**
   * How many workers it has when asked for so many: as many, unless it is limited to fewer, such as
   * to one, or has its own mind, such as one for each processor.
   *
   * @param asked from 1
   * @param processors how many its JVM has
   */
  default int workers(int asked, int processors) {
    return asked;
  }

  /** What a JVM must be started with so that this strategy can have so many workers in it. */
  default List<String> jvmFlags(int workers) {
    return List.of();
  }

  /** The options it understands, with their defaults. */
  default List<Option<?>> options() {
    return List.of();
  }

  /**
   * Whether it cannot be built with these options unless the workers are pinned, because it asks
   * for {@link PolicyContext#distance}.
   */
  default boolean needsPinning(Options options) {
    return false;
  }

  /** What it is composed of when it has these options, in the order a reader wants it. */
  default List<Trait> composition(Options options) {
    return List.of();
  }

  /** Where the idea comes from, in one line without a full stop; may be empty. */
  default String origin() {
    return "";
  }

  /** What it promises when it has these options: everything, unless it says otherwise. */
  default Set<Promise> promises(Options options) {
    return EnumSet.allOf(Promise.class);
  }

  /** Whose scheduler this is; empty if it is the runtime's own workers that run the tasks. */
  default Optional<Library> library() {
    return Optional.empty();
  }

  /**
   * What whoever reads its figures must know, such as a fault of the JDK it runs on, in one line
   * without a full stop; mostly empty.
   */
  default String caveat() {
    return "";
  }

  /** Why it cannot be used here, or empty if it can. */
  @Override
  default Optional<String> unavailable() {
    return Optional.empty();
  }
}
