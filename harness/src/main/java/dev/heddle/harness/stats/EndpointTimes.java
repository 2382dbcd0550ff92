package dev.heddle.harness.stats;

/**
 * Times of one endpoint's requests.
 *
 * @param responseNanos from the time a request was due to its answer
 * @param serviceNanos from the beginning of its work
 * @param sendLagNanos from the time it was due to the time it was sent
 */
public record EndpointTimes(Latency responseNanos, Latency serviceNanos, Latency sendLagNanos) {}
