package dev.heddle.harness.record;

import java.util.List;

/**
 * What a fork read back about itself.
 *
 * @param affinity the CPUs it may run on, ascending
 * @param availableProcessors as the JVM says
 * @param workers as the runtime says
 * @param liveThreads threads of the JVM at the end of the measurement
 * @param jvm name and build of the JVM
 * @param jvmFlags the arguments the JVM was started with, without paths
 * @param collectors names of the garbage collectors in use
 * @param maxHeapBytes the heap's limit
 */
public record Observed(
    List<Integer> affinity,
    int availableProcessors,
    int workers,
    int liveThreads,
    String jvm,
    List<String> jvmFlags,
    List<String> collectors,
    long maxHeapBytes) {}
