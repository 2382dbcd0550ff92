/** Tests of plans. */
@NullMarked
package dev.heddle.harness.plan;

import org.jspecify.annotations.NullMarked;
