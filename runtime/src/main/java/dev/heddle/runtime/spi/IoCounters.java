package dev.heddle.runtime.spi;

/**
 * What an I/O driver has done.
 *
 * @param systemCalls calls into the kernel that it made or caused: waits, reads, writes, wake-ups,
 *     changes of what is waited for
 * @param waits those in which a thread waited, or could have
 * @param wakes those by which one thread ended another one's wait
 * @param events completions, or sockets that were found ready
 * @param reads buffers received
 * @param writes buffers sent
 * @param accepted connections accepted
 * @param bufferWaits how often nothing could be received, or no buffer be had, because all of the
 *     driver's had an owner
 */
public record IoCounters(
    long systemCalls,
    long waits,
    long wakes,
    long events,
    long reads,
    long writes,
    long accepted,
    long bufferWaits) {

  /** Of a driver that has done nothing. */
  public static final IoCounters NONE = new IoCounters(0, 0, 0, 0, 0, 0, 0, 0);

  /** The sum of both. */
  public IoCounters plus(IoCounters other) {
    return new IoCounters(
        systemCalls + other.systemCalls,
        waits + other.waits,
        wakes + other.wakes,
        events + other.events,
        reads + other.reads,
        writes + other.writes,
        accepted + other.accepted,
        bufferWaits + other.bufferWaits);
  }

  /** What was added since an earlier look. */
  public IoCounters minus(IoCounters earlier) {
    return new IoCounters(
        systemCalls - earlier.systemCalls,
        waits - earlier.waits,
        wakes - earlier.wakes,
        events - earlier.events,
        reads - earlier.reads,
        writes - earlier.writes,
        accepted - earlier.accepted,
        bufferWaits - earlier.bufferWaits);
  }
}
