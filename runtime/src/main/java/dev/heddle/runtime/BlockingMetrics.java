package dev.heddle.runtime;

/**
 * How the pool for blocking work stands, in a {@link RuntimeMetrics}.
 *
 * @param threads threads there are, busy or idle
 * @param idle threads that wait for something to do
 * @param queued jobs that wait for a thread
 */
public record BlockingMetrics(int threads, int idle, int queued) {}
