/** Jars built elsewhere whose strategies, timers, drivers and workloads join a command. */
@NullMarked
package dev.heddle.harness.plugin;

import org.jspecify.annotations.NullMarked;
