/** Tests of reading where CPUs sit. */
@NullMarked
package dev.heddle.runtime.topology;

import org.jspecify.annotations.NullMarked;
