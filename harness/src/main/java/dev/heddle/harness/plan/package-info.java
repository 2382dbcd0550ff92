/**
 * What a run will do, decided before it starts: cells, blocks and the random order of the forks.
 * Immutable values and the pure functions that make them.
 */
@NullMarked
package dev.heddle.harness.plan;

import org.jspecify.annotations.NullMarked;
