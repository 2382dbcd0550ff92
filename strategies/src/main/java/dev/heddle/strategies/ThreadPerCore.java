package dev.heddle.strategies;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Trait;
import java.util.List;

/**
 * {@code thread-per-core}: every task has a home worker, which alone ever polls it, and nobody
 * steals. A worker has a FIFO that no other touches and an inbox for what others wake. The idea is
 * that of shared-nothing servers: Seastar's shards, and the executors of Glommio and monoio.
 *
 * <p>Without stealing, load is spread when a task is spawned or never. So tasks go to the workers
 * in turn, those spawned by a task as well as those from outside. With {@code spawn=local} a task's
 * children stay with it, as in those libraries, whose users spread the load by hand.
 */
public final class ThreadPerCore implements PolicyProvider {
  /** {@code spawn}: the home of a task that a task spawns. */
  static final Option<Spawn> SPAWN =
      Option.ofEnum("spawn", "where a task that a task spawns has its home", Spawn.ROUND_ROBIN);

  @Override
  public String name() {
    return "thread-per-core";
  }

  @Override
  public String summary() {
    return "every task has a home worker; no stealing";
  }

  @Override
  public String origin() {
    return "Seastar (ScyllaDB, 2014), Glommio (Datadog, 2020) and monoio (ByteDance, 2021)";
  }

  @Override
  public List<Option<?>> options() {
    return List.of(SPAWN);
  }

  @Override
  public List<Trait> composition(Options options) {
    return List.of(
        new Trait("local queue", "an unbounded FIFO a worker, out of the others' reach"),
        new Trait(
            "inbox",
            "a lock-free stack for producers a worker; moved behind the worker's own tasks every %d"
                    .formatted(ThreadPerCorePolicy.INBOX_INTERVAL_TICKS)
                + " ticks and when there are none, at most %d at once"
                    .formatted(ThreadPerCorePolicy.MOST_AT_ONCE)),
        new Trait("home", options.get(SPAWN).text),
        new Trait("steal", "never"),
        new Trait("wake", "the home worker if it is parked"));
  }

  @Override
  public Policy create(PolicyContext context) {
    return new ThreadPerCorePolicy(context, context.options().get(SPAWN) == Spawn.LOCAL);
  }

  /** Values of {@link #SPAWN}. */
  enum Spawn {
    /** The workers in turn. */
    ROUND_ROBIN("the workers in turn, whoever spawns"),

    /** The parent's. */
    LOCAL("the worker of the task that spawns; for tasks from outside the workers in turn");

    private final String text;

    Spawn(String text) {
      this.text = text;
    }
  }
}
