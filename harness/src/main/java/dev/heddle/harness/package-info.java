/** The command line, the experiment plan, running forks, statistics and reports. */
@NullMarked
package dev.heddle.harness;

import org.jspecify.annotations.NullMarked;
