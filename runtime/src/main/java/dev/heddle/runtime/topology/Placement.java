package dev.heddle.runtime.topology;

import dev.heddle.runtime.spi.Distance;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which CPU each worker has: the i-th worker the i-th of {@link CpuOrder}, and round again where
 * there are more workers than CPUs. Immutable.
 *
 * @param order the CPUs in the order in which they are given to workers; at least one
 */
public record Placement(List<Cpu> order) {

  /** Takes a copy of the list. */
  public Placement {
    order = List.copyOf(order);
    if (order.isEmpty()) {
      throw new IllegalArgumentException("there is no CPU to place a worker on");
    }
  }

  /** On these CPUs, in the order of a core sweep. */
  public static Placement on(Collection<Cpu> cpus) {
    Map<Integer, Cpu> byId = cpus.stream().collect(Collectors.toMap(Cpu::id, Function.identity()));
    return new Placement(CpuOrder.of(cpus).stream().map(byId::get).toList());
  }

  /** The CPU of a worker. */
  public Cpu of(int worker) {
    return order.get(worker % order.size());
  }

  /** How far it is from one worker's CPU to another's. */
  public Distance distance(int worker, int other) {
    return of(worker).distanceTo(of(other));
  }
}
