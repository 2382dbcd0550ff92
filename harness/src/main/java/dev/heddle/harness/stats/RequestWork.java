package dev.heddle.harness.stats;

import dev.heddle.harness.record.ForkRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What requests from a load generator cost, and who was busy with them: sums over a cell's forks,
 * divided once. Null where there is no load generator, or a fork does not tell.
 *
 * @param perSecond requests answered in a second of the load generator's work
 * @param serverCpuNanosPerRequest CPU time of the server's whole process while the load generator
 *     was at work; of records of earlier versions, whenever
 * @param generatorCpuNanosPerRequest CPU time of the load generator's whole process
 * @param serverBusy share of the server's CPUs that its process used meanwhile; 1 is all of them
 * @param generatorBusy CPUs that the load generator used meanwhile: 1 is all that its one worker
 *     can have, a little more is its compiler and collector
 * @param systemCallsPerRequest calls into the kernel that the server's driver made or caused
 * @param waitsPerRequest those in which a thread waited, or could have
 * @param wakesPerRequest those that ended another thread's wait
 * @param contextSwitchesPerRequest how often a thread of the server gave up its CPU to wait
 * @param bufferWaitsPerRequest how often nothing could be received, because all of the driver's
 *     buffers had an owner
 * @param onSchedule share of the requests of an open loop that were sent when they were due; null
 *     in a closed one
 */
public record RequestWork(
    @Nullable Double perSecond,
    @Nullable Double serverCpuNanosPerRequest,
    @Nullable Double generatorCpuNanosPerRequest,
    @Nullable Double serverBusy,
    @Nullable Double generatorBusy,
    @Nullable Double systemCallsPerRequest,
    @Nullable Double waitsPerRequest,
    @Nullable Double wakesPerRequest,
    @Nullable Double contextSwitchesPerRequest,
    @Nullable Double bufferWaitsPerRequest,
    @Nullable Double onSchedule) {

  /** Nothing is known. */
  public static final RequestWork UNKNOWN =
      new RequestWork(null, null, null, null, null, null, null, null, null, null, null);

  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Reads it from the records of one cell.
   *
   * @param forks at least one, of one cell
   */
  static RequestWork of(List<ForkRecord> forks) {
    CounterSums sums = new CounterSums(forks);
    Long wallNanos = sums.of("load.wallNanos");
    if (wallNanos == null) {
      return UNKNOWN;
    }
    Long requests = forks.stream().mapToLong(ForkRecord::units).sum();
    Long served = sums.of("load.servedCpuNanos");
    Long serverCpuNanos =
        served != null
            ? served
            : Long.valueOf(forks.stream().mapToLong(ForkRecord::cpuNanos).sum());
    long serverNanos = served != null ? wallNanos : timeOf(forks);
    Long generatorCpuNanos = sums.of("load.cpuNanos");
    Double perNano = CounterSums.quotient(requests, wallNanos);
    return new RequestWork(
        perNano == null ? null : Double.valueOf(NANOS_PER_SECOND * perNano),
        CounterSums.quotient(serverCpuNanos, requests),
        CounterSums.quotient(generatorCpuNanos, requests),
        CounterSums.quotient(serverCpuNanos, serverNanos * forks.getFirst().cell().cores()),
        CounterSums.quotient(generatorCpuNanos, wallNanos),
        CounterSums.quotient(sums.of("io.systemCalls"), requests),
        CounterSums.quotient(sums.of("io.waits"), requests),
        CounterSums.quotient(sums.of("io.wakes"), requests),
        CounterSums.quotient(sums.of("os.contextSwitches"), requests),
        CounterSums.quotient(sums.of("io.bufferWaits"), requests),
        CounterSums.quotient(sums.of("load.onSchedule"), sums.of("load.sent")));
  }

  /** In ns: what a call took, in the mean of a fork's iterations, for each of its requests. */
  private static long timeOf(List<ForkRecord> forks) {
    return Math.round(
        forks.stream()
            .mapToDouble(fork ->
                fork.units()
                    * fork.nanosPerUnit().stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0))
            .sum());
  }
}
