/** Interchangeable I/O drivers. */
@NullMarked
package dev.heddle.drivers;

import org.jspecify.annotations.NullMarked;
