/**
 * Where CPUs sit and on which of them a thread runs: sysfs read, affinity read and set. Linux only.
 */
@NullMarked
package dev.heddle.runtime.topology;

import org.jspecify.annotations.NullMarked;
