/**
 * What tasks tell each other and wait for each other with. Everything here works between tasks of
 * one runtime, tasks of several, and plain threads.
 */
@NullMarked
package dev.heddle.runtime.sync;

import org.jspecify.annotations.NullMarked;
