/**
 * What the host is, as far as it bears on the numbers: facts read from {@code /proc} and {@code
 * /sys}, and what each of them means.
 */
@NullMarked
package dev.heddle.harness.host;

import org.jspecify.annotations.NullMarked;
