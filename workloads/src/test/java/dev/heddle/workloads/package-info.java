/** Tests of the workloads, under every strategy there is and under ones that are broken. */
@NullMarked
package dev.heddle.workloads;

import org.jspecify.annotations.NullMarked;
