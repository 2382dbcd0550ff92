/**
 * Adapters: the tasks on schedulers that people use today. A table's row of one says "that pool
 * under Heddle's tasks", not "that library": tasks, wakers and channels are the same for all.
 */
@NullMarked
package dev.heddle.strategies.adapters;

import org.jspecify.annotations.NullMarked;
