/** Tests of carrying out a plan. */
@NullMarked
package dev.heddle.harness.run;

import org.jspecify.annotations.NullMarked;
