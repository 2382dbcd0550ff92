/**
 * JMH benchmarks, one class per workload family, and what a fork reports beside JMH's own score.
 *
 * <p>A workload is an ordinary JMH benchmark method with one annotation more, {@link
 * dev.heddle.workloads.Workload}, that gets its runtime from {@link
 * dev.heddle.workloads.RuntimeState}. {@link dev.heddle.workloads.WorkloadCatalog} finds it in any
 * jar on the class path. Strategies, timers and drivers are known here by their names only.
 *
 * <p>Every workload counts its own work, with counters of its own, and fails when the count is off:
 * a scheduler that loses or doubles one task in a million must not look fast.
 */
@NullMarked
package dev.heddle.workloads;

import org.jspecify.annotations.NullMarked;
