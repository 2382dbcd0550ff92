package dev.heddle.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs small scenarios on the real runtime under many schedules, each chosen by a seed: the
 * runtime's own classes, its threads, parkers, locks and clock included, loaded through an
 * instrumenting class loader that lets exactly one thread run at a time and can stop it in front of
 * every operation on shared memory.
 *
 * <p>What this finds is what depends on the order of whole operations: above all lost wake-ups,
 * which show as a schedule where nobody can go on although the scenario is not over, and then
 * whatever the scenario itself looks at. All runs are sequentially consistent: what a weaker memory
 * order could break is the jcstress tests' business, and every fence could be left out without this
 * explorer noticing. It samples schedules, it does not exhaust them.
 *
 * <p>A schedule that failed is told with its seed and its last steps; {@code
 * -Dheddle.explore.seed=SEED} runs that schedule alone. {@code -Dheddle.explore.schedules=N} says
 * how many there are. The idea of a seeded random scheduler with virtual threads of control is that
 * of Loom's, Shuttle's and Coyote's testers; the priorities are those of {@link
 * Chooser.Priorities}.
 */
public final class Explorer {
  private static final int MOST_STEPS = 50_000;
  private static final int STEPS_SHOWN = 120;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

  /** What an exploration came to. */
  public record Outcome(int schedules, long steps, @Nullable String failure) {}

  private final List<Fault> faults;

  /** An explorer of the code as it is. */
  public Explorer() {
    this(List.of());
  }

  /** An explorer of the code with these faults. */
  public Explorer(List<Fault> faults) {
    this.faults = List.copyOf(faults);
  }

  /**
   * Explores as many schedules as the command line says, until one fails.
   *
   * @param type the scenario's class, whose one constructor takes the arguments
   */
  public Outcome explore(Class<? extends Scenario> type, Object... arguments) {
    return explore(Integer.getInteger("heddle.explore.schedules", 1_000), type, arguments);
  }

  /**
   * Explores up to that many schedules, until one fails.
   *
   * @param type the scenario's class, whose one constructor takes the arguments
   * @throws IllegalStateException if a fault was to be planted where the scenario never came
   */
  public Outcome explore(int schedules, Class<? extends Scenario> type, Object... arguments) {
    // A thread of its own, because whoever enters a coroutine may hold no monitor: the JVM would
    // take it for one of the coroutine's. And one at a time, for the model is static.
    FutureTask<Outcome> task = new FutureTask<>(() -> exploreHere(schedules, type, arguments));
    ONE_AT_A_TIME.lock();
    try {
      new Thread(task, "explorer").start();
      return task.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot explore: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while exploring", e);
    } finally {
      ONE_AT_A_TIME.unlock();
    }
  }

  private Outcome exploreHere(int schedules, Class<? extends Scenario> type, Object... arguments) {
    ExploredCode code = new ExploredCode(faults);
    Supplier<Scenario> scenario = () -> code.scenario(type, arguments);
    int expectedSteps = warmUp(scenario);
    if (!code.notPlanted().isEmpty()) {
      throw new IllegalStateException(
          "not in any code that " + type.getSimpleName() + " loads: " + code.notPlanted());
    }
    Long only = Long.getLong("heddle.explore.seed");
    if (only != null) {
      return new Outcome(1, 0, replay(only, type, arguments));
    }
    long steps = 0;
    for (int i = 1; i <= schedules; i++) {
      long seed = i * GOLDEN;
      Schedule schedule = new Schedule(seed, expectedSteps, MOST_STEPS, null);
      Schedule.Failure failure = Modelled.run(schedule, scenario.get());
      steps += schedule.steps();
      if (failure != null) {
        String again = replay(seed, type, arguments);
        return new Outcome(
            i,
            steps,
            again != null ? again : "seed " + seed + ", and not when run again: " + failure);
      }
    }
    return new Outcome(schedules, steps, null);
  }

  /**
   * Two schedules that nobody counts load and initialise the classes: inside a static initialiser
   * nobody can be stopped, so that schedule is not its seed's alone.
   *
   * @return how many steps the second one took
   */
  private static int warmUp(Supplier<Scenario> scenario) {
    Modelled.run(new Schedule(0, 0, MOST_STEPS, null), scenario.get());
    Schedule schedule = new Schedule(0, 0, MOST_STEPS, null);
    Modelled.run(schedule, scenario.get());
    return schedule.steps();
  }

  /**
   * Runs one schedule with a trace; null if it succeeds. In code that is loaded anew, because the
   * schedule that failed has left its statics as they were in the middle.
   */
  private @Nullable String replay(long seed, Class<? extends Scenario> type, Object... arguments) {
    ExploredCode code = new ExploredCode(faults);
    Supplier<Scenario> scenario = () -> code.scenario(type, arguments);
    int expectedSteps = warmUp(scenario);
    List<String> trace = new ArrayList<>();
    Schedule schedule = new Schedule(seed, expectedSteps, MOST_STEPS, trace);
    Schedule.Failure failure = Modelled.run(schedule, scenario.get());
    if (failure == null) {
      return null;
    }
    List<String> last = trace.subList(Math.max(0, trace.size() - STEPS_SHOWN), trace.size());
    return "%s%s%n-Dheddle.explore.seed=%d runs this schedule; its last %d of %d steps:%n  %s"
        .formatted(
            failure.getMessage(),
            stack(failure.getCause()),
            seed,
            last.size(),
            trace.size(),
            String.join("\n  ", last));
  }

  private static String stack(@Nullable Throwable cause) {
    StringBuilder text = new StringBuilder();
    for (Throwable at = cause; at != null; at = at.getCause()) {
      text.append("\n  ").append(at);
      for (StackTraceElement element : at.getStackTrace()) {
        text.append("\n    at ").append(element);
      }
    }
    return text.toString();
  }
}
