/**
 * The load generator: a process of its own that asks an echo server for bytes and measures when it
 * gets them. It runs on Heddle itself, with one worker and the best driver there is.
 */
@NullMarked
package dev.heddle.workloads.load;

import org.jspecify.annotations.NullMarked;
