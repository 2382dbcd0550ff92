/**
 * Tasks, wakers, workers and parking: everything that is the same whatever the scheduler.
 *
 * <p>There are two kinds of time. What futures wait for goes by the runtime's {@link
 * dev.heddle.runtime.Clock}, which a test may pause: {@link dev.heddle.runtime.PausedClock}. What
 * is measured, and how long a thread outside waits, is real time.
 */
@NullMarked
package dev.heddle.runtime;

import org.jspecify.annotations.NullMarked;
