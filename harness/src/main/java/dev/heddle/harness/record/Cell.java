package dev.heddle.harness.record;

import dev.heddle.runtime.Pinning;
import java.util.Map;

/**
 * One point of the experiment: what is measured against the other cells of its workload and cores.
 *
 * @param workload name of the workload
 * @param strategy name of the strategy, with options and variants of the JVM if any
 * @param timer name of the timer queue, {@code none} if there is none
 * @param driver name of the driver, {@code none} if there is none
 * @param cores how many CPUs the fork may run on
 * @param workers how many workers the runtime has
 * @param params further parameters of the fork's benchmark, by name: the workload's own, and {@link
 *     #PIN} if the workers are held to CPUs
 */
public record Cell(
    String workload,
    String strategy,
    String timer,
    String driver,
    int cores,
    int workers,
    Map<String, Object> params) {

  /** The parameter that holds the label of a {@link Pinning}. */
  public static final String PIN = "pin";

  /** Whether the workers are held to CPUs. */
  public Pinning pinning() {
    Object label = params.get(PIN);
    return label == null ? Pinning.NONE : Pinning.of(label.toString());
  }
}
