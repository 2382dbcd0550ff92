/**
 * Sockets as futures. What they wait in is an I/O driver: {@link
 * dev.heddle.runtime.RuntimeBuilder#driver}.
 */
@NullMarked
package dev.heddle.runtime.net;

import org.jspecify.annotations.NullMarked;
