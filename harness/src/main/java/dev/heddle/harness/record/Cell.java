package dev.heddle.harness.record;

import dev.heddle.runtime.Pinning;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * One point of the experiment: what is measured against the other cells of its workload and cores.
 *
 * @param workload name of the workload
 * @param strategy name of the strategy, with options and variants of the JVM if any; {@code none}
 *     if there is no runtime
 * @param timer name of the timers, with options if any, {@code none} if there are none
 * @param driver name of the driver, with options if any, {@code none} if there is none
 * @param cores how many CPUs the fork may run on
 * @param workers how many workers the runtime has; 0 if there is no runtime
 * @param params further parameters of the fork's benchmark, by name: the workload's own, such as
 *     {@link #SIZE} or {@link #CONNECTIONS}, and {@link #PIN} if the workers are held to CPUs
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

  /** The parameter that says how many connections there are, a whole number. */
  public static final String CONNECTIONS = "connections";

  /** The parameter that says how many bytes a request has, a whole number. */
  public static final String PAYLOAD = "payload";

  /** The parameter that says what an open loop asks for, a name. */
  public static final String REQUESTS = "requests";

  /** The parameter that says how much it asks for, in percent of the strategy's own peak. */
  public static final String LOAD = "load";

  /** The parameter that says how much it asks for, in requests a second. */
  public static final String RATE = "rate";

  /** The parameters at whose same values alone cells are compared, in the order of titles. */
  private static final List<String> SCALES =
      List.of(SIZE, CONNECTIONS, PAYLOAD, REQUESTS, LOAD, RATE);

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

  /** Whether there are sockets, and so the driver matters. */
  public boolean hasDriver() {
    return !driver.equals(NONE);
  }

  /** How large the workload is, if it is run at several sizes. */
  public OptionalInt size() {
    return params.get(SIZE) instanceof Number size
        ? OptionalInt.of(size.intValue())
        : OptionalInt.empty();
  }

  /**
   * Those parameters that a table has in common: its cells are compared with one another, and with
   * none of other values. In the order in which a title names them.
   */
  public static Map<String, Object> scale(Map<String, Object> params) {
    Map<String, Object> scale = new LinkedHashMap<>();
    for (String name : SCALES) {
      Object value = params.get(name);
      if (value != null) {
        scale.put(name, value);
      }
    }
    return scale;
  }

  /** Whether the workers are held to CPUs. */
  public Pinning pinning() {
    Object label = params.get(PIN);
    return label == null ? Pinning.NONE : Pinning.of(label.toString());
  }
}
