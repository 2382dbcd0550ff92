package dev.heddle.harness.plan;

/**
 * One JVM to be started.
 *
 * @param id unique in its run and in the order of running, such as {@code b01-007}
 * @param block the block, from 1
 * @param order the place in the block, from 1
 * @param cell index in {@link Plan#cells}
 * @param twin whether this is the second copy of the baseline: the A/A control
 */
public record PlannedFork(String id, int block, int order, int cell, boolean twin) {}
