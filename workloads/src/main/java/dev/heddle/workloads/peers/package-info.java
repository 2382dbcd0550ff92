/** The servers people run today, as rows beside Heddle's own: the same echo by other means. */
@NullMarked
package dev.heddle.workloads.peers;

import org.jspecify.annotations.NullMarked;
