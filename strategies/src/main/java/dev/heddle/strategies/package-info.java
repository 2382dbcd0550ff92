/** Interchangeable schedulers. */
@NullMarked
package dev.heddle.strategies;

import org.jspecify.annotations.NullMarked;
