package dev.heddle.workloads;

import java.util.Arrays;
import java.util.List;

/**
 * What a workload can be varied in, besides cores.
 *
 * @param strategies whether it runs on a runtime; if not, strategies and workers do not matter
 * @param timers what it does with timers
 * @param drivers whether it has sockets
 * @param connections how many connections it has unless told otherwise, ascending; empty if that
 *     cannot be told
 * @param payloads how many bytes its requests have unless told otherwise, ascending; empty if that
 *     cannot be told
 * @param requests what it is asked for unless told otherwise; empty if that cannot be told
 * @param loads at which percentages of each strategy's own peak it is run unless told otherwise,
 *     ascending; empty if that cannot be told
 * @param sizes which values of its size it takes unless told otherwise, ascending; empty if it has
 *     no size
 * @param leastSize the least size that it takes
 * @param heapBytesPerSize how much heap it needs for each one of its size, at most; 0 if the usual
 *     heap does for every size
 * @param heapMebibytes how much it needs whatever its size; 0 if the usual heap does
 */
public record Axes(
    boolean strategies,
    TimerUse timers,
    boolean drivers,
    List<Integer> connections,
    List<Integer> payloads,
    List<String> requests,
    List<Integer> loads,
    List<Integer> sizes,
    int leastSize,
    int heapBytesPerSize,
    int heapMebibytes) {

  /** The fewest bytes a request can have: those of the number by which its answer is known. */
  public static final int LEAST_PAYLOAD = Long.BYTES;

  /** The most: as many as the buffer has that the load generator fills. */
  public static final int MOST_PAYLOAD = 4_096;

  /** The most connections: so many ports does one address have left for those that connect. */
  public static final int MOST_CONNECTIONS = 20_000;

  /** Of a workload that is run on every strategy, and needs no timers. */
  public static final Axes STRATEGIES =
      new Axes(
          true,
          TimerUse.NONE,
          false,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          1,
          0,
          0);

  /** Takes copies of the lists. */
  public Axes {
    connections = List.copyOf(connections);
    payloads = List.copyOf(payloads);
    requests = List.copyOf(requests);
    loads = List.copyOf(loads);
    sizes = List.copyOf(sizes);
  }

  static Axes of(Workload workload) {
    return new Axes(
        workload.strategies(),
        workload.timers(),
        workload.drivers(),
        list(workload.connections()),
        list(workload.payloads()),
        List.of(workload.requests()),
        list(workload.loads()),
        list(workload.sizes()),
        workload.leastSize(),
        workload.heapBytesPerSize(),
        workload.heapMebibytes());
  }

  private static List<Integer> list(int[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  /** Whether it is run with every kind of timers. */
  public boolean takesTimers() {
    return timers != TimerUse.NONE;
  }
}
