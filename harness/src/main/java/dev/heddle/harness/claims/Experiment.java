package dev.heddle.harness.claims;

import dev.heddle.harness.plan.Iterations;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.Planner;
import dev.heddle.harness.plan.Request;
import dev.heddle.harness.plan.Scale;
import dev.heddle.harness.plan.WorkerCount;
import dev.heddle.runtime.Pinning;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run of forks, into a folder of its own. Claims that name an experiment of the same name share
 * it.
 *
 * @param name of the folder, such as {@code C06-lifo-slot}
 * @param request what is asked of the planner
 * @param iterations of each fork
 */
public record Experiment(String name, Request request, Iterations iterations) {

  /**
   * Plans it. Its forks have an order of their own, whichever other experiments there are.
   *
   * @param seed of all experiments
   * @throws dev.heddle.harness.plan.BadInput if it cannot be run here
   */
  public Plan plan(Planner planner, String hostLabel, long seed) {
    Plan plan = planner.plan(request, hostLabel, 31 * seed + name.hashCode());
    return new Plan(
        plan.schema(),
        plan.profile(),
        plan.hostLabel(),
        plan.seed(),
        plan.blocks(),
        plan.baseline(),
        plan.baselineTimer(),
        plan.baselineDriver(),
        iterations,
        plan.jvmFlags(),
        plan.collector(),
        plan.forkDeadlineSeconds(),
        plan.cells(),
        plan.forks());
  }

  /** Begins to describe one. */
  static Ask named(String name, Setting setting) {
    return new Ask(name, setting);
  }

  /**
   * What is asked for, a bit at a time; what is not said is left to the planner. Not thread-safe.
   */
  static final class Ask {
    private final String name;
    private final Setting setting;
    private Iterations iterations;
    private final Map<Scale, List<Object>> scales = new EnumMap<>(Scale.class);
    private List<String> workloads = List.of();
    private List<String> strategies = List.of();
    private List<String> timers = List.of();
    private List<String> drivers = List.of();
    private List<Integer> cores = List.of();
    private List<Integer> workers = List.of();
    private Optional<String> baseline = Optional.empty();
    private Optional<String> baselineDriver = Optional.empty();

    private Ask(String name, Setting setting) {
      this.name = name;
      this.setting = setting;
      iterations = setting.usual();
    }

    Ask workloads(String... names) {
      workloads = List.of(names);
      return this;
    }

    /** The first is the baseline, and runs twice in each block. */
    Ask strategies(String... specs) {
      strategies = List.of(specs);
      baseline = Optional.of(specs[0]);
      return this;
    }

    Ask timers(String... specs) {
      timers = List.of(specs);
      return this;
    }

    /** The first is the baseline. */
    Ask drivers(String... specs) {
      drivers = List.of(specs);
      baselineDriver = Optional.of(specs[0]);
      return this;
    }

    Ask cores(int... numbers) {
      cores = Arrays.stream(numbers).boxed().toList();
      return this;
    }

    Ask workers(int... numbers) {
      workers = Arrays.stream(numbers).boxed().toList();
      return this;
    }

    Ask scale(Scale scale, int... values) {
      scales.put(scale, List.copyOf(Arrays.stream(values).boxed().toList()));
      return this;
    }

    /** Its forks need not be warm for long. */
    Ask brief() {
      iterations = setting.brief();
      return this;
    }

    Experiment asked() {
      return new Experiment(
          name,
          new Request(
              setting.profile(),
              strategies,
              workloads,
              timers,
              drivers,
              scales,
              false,
              cores,
              workers.stream().map(WorkerCount::of).toList(),
              Pinning.NONE,
              Optional.empty(),
              baseline,
              Optional.empty(),
              baselineDriver,
              Optional.empty()),
          iterations);
    }
  }
}
