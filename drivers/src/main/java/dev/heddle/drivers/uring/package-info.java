/**
 * Linux's io_uring, called directly through {@code java.lang.foreign}: the rings themselves, what
 * they need of system calls and memory, and why they may be unavailable.
 *
 * <p>{@link dev.heddle.drivers.uring.Availability} is the door: nothing native is linked before it
 * is asked. Then {@link dev.heddle.drivers.uring.Ring} queues requests through its {@link
 * dev.heddle.drivers.uring.SubmissionQueue}, waits, and hands completions over; {@link
 * dev.heddle.drivers.uring.BufferRing} lends the kernel buffers to receive into, and {@link
 * dev.heddle.drivers.uring.RingWake} ends a wait from another thread.
 */
@NullMarked
package dev.heddle.drivers.uring;

import org.jspecify.annotations.NullMarked;
