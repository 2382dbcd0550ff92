/** What every driver must do, whatever it waits in and whoever waits there. */
@NullMarked
package dev.heddle.drivers;

import org.jspecify.annotations.NullMarked;
