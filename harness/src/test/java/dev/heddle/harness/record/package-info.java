@NullMarked
package dev.heddle.harness.record;

import org.jspecify.annotations.NullMarked;
