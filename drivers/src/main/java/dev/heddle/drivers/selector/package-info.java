/** The driver on {@link java.nio.channels.Selector}. */
@NullMarked
package dev.heddle.drivers.selector;

import org.jspecify.annotations.NullMarked;
