package dev.heddle.harness.record;

import dev.heddle.runtime.Pinning;
import java.util.Map;
import java.util.OptionalInt;

/**
 * One point of the experiment: what is measured against the other cells of its workload and cores.
 *
 * @param workload name of the workload
 * @param strategy name of the strategy, with options and variants of the JVM if any; {@code none}
 *     if there is no runtime
 * @param timer name of the timers, with options if any, {@code none} if there are none
 * @param driver name of the driver, {@code none} if there is none
 * @param cores how many CPUs the fork may run on
 * @param workers how many workers the runtime has; 0 if there is no runtime
 * @param params further parameters of the fork's benchmark, by name: the workload's own, such as
 *     {@link #SIZE}, and {@link #PIN} if the workers are held to CPUs
 */
public record Cell(
    String workload,
    String strategy,
    String timer,
    String driver,
    int cores,
    int workers,
    Map<String, Object> params) {

  /** The strategy where there is no runtime; the timer and the driver where there is none. */
  public static final String NONE = "none";

  /** The parameter that says how large the workload is, a whole number: so many active timers. */
  public static final String SIZE = "size";

  /** The parameter that holds the label of a {@link Pinning}. */
  public static final String PIN = "pin";

  /** Whether a runtime runs, and so the strategy and the workers matter. */
  public boolean hasRuntime() {
    return !strategy.equals(NONE);
  }

  /** Whether anything sleeps, and so the timer matters. */
  public boolean hasTimer() {
    return !timer.equals(NONE);
  }

  /** How large the workload is, if it is run at several sizes. */
  public OptionalInt size() {
    return params.get(SIZE) instanceof Number size
        ? OptionalInt.of(size.intValue())
        : OptionalInt.empty();
  }

  /** Whether the workers are held to CPUs. */
  public Pinning pinning() {
    Object label = params.get(PIN);
    return label == null ? Pinning.NONE : Pinning.of(label.toString());
  }
}
