/** Claims, judged by what is made up. */
@NullMarked
package dev.heddle.harness.claims;

import org.jspecify.annotations.NullMarked;
