/** Carrying out a plan: one fork after the other, each recorded in the run's folder. */
@NullMarked
package dev.heddle.harness.run;

import org.jspecify.annotations.NullMarked;
