package dev.heddle.runtime.spi;

/** Provides a {@link Policy}, to be driven by the runtime's own workers. */
public non-sealed interface PolicyProvider extends StrategyProvider {

  /** A new policy for one runtime. */
  Policy create(PolicyContext context);
}
