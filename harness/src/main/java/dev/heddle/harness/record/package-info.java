/**
 * What a run leaves on disk: plain values, with no behaviour but reading and writing themselves.
 */
@NullMarked
package dev.heddle.harness.record;

import org.jspecify.annotations.NullMarked;
