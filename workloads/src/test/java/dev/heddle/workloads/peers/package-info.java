/** That the peers serve what they are measured by. */
@NullMarked
package dev.heddle.workloads.peers;

import org.jspecify.annotations.NullMarked;
