/**
 * What a strategy, a timer queue or a driver implements to be found by name. A provider is a public
 * class with a public no-argument constructor, named in {@code META-INF/services}.
 */
@NullMarked
package dev.heddle.runtime.spi;

import org.jspecify.annotations.NullMarked;
