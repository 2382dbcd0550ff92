/**
 * What is seen of a running runtime from outside: dumps of its tasks, reports of stalled workers,
 * its MXBean, and the command that asks another JVM for a dump.
 */
@NullMarked
package dev.heddle.runtime.observe;

import org.jspecify.annotations.NullMarked;
