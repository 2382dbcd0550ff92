/** Tests of the load generator, on what can be tested without a server. */
@NullMarked
package dev.heddle.workloads.load;

import org.jspecify.annotations.NullMarked;
