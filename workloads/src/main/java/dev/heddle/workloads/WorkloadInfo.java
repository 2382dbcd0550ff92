package dev.heddle.workloads;

/**
 * A workload that was found on the class path.
 *
 * @param name the name users type
 * @param unit what is counted, in the singular
 * @param summary what it does, in one line
 * @param benchmark JMH's full name of the benchmark: class and method
 */
public record WorkloadInfo(String name, String unit, String summary, String benchmark) {}
