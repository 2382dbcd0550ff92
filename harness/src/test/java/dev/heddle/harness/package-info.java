/** Tests of the command line, and of whole runs. */
@NullMarked
package dev.heddle.harness;

import org.jspecify.annotations.NullMarked;
