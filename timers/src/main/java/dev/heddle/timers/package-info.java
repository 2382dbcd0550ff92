/** Interchangeable timer queues. */
@NullMarked
package dev.heddle.timers;

import org.jspecify.annotations.NullMarked;
