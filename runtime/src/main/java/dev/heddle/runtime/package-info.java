/** Tasks, wakers, workers and parking: everything that is the same whatever the scheduler. */
@NullMarked
package dev.heddle.runtime;

import org.jspecify.annotations.NullMarked;
