/**
 * Linux's io_uring, called directly through {@code java.lang.foreign}: the rings themselves, what
 * they need of system calls and memory, why they may be unavailable, and two drivers on them.
 *
 * <p>{@link dev.heddle.drivers.uring.Availability} is the door: nothing native is linked before it
 * is asked. Then {@link dev.heddle.drivers.uring.Ring} queues requests through its {@link
 * dev.heddle.drivers.uring.SubmissionQueue}, waits, and hands completions over; {@link
 * dev.heddle.drivers.uring.BufferRing} lends the kernel buffers to receive into, and {@link
 * dev.heddle.drivers.uring.RingWake} ends a wait from another thread.
 *
 * <p>Both drivers wait in the ring, reach it from other threads, and end in the same way: {@link
 * dev.heddle.drivers.uring.UringReactor}, {@link dev.heddle.drivers.uring.UringSocket}. They differ
 * in what a socket asks of the ring:
 *
 * <table>
 * <caption>What differs</caption>
 * <tr><th></th><th>{@code io-uring}</th><th>{@code io-uring-poll}</th></tr>
 * <tr><td>loop</td><td>{@link dev.heddle.drivers.uring.CompletionReactor}</td>
 *     <td>{@link dev.heddle.drivers.uring.PollReactor}</td></tr>
 * <tr><td>sockets</td><td>{@link dev.heddle.drivers.uring.UringStream}, {@link
 *     dev.heddle.drivers.uring.UringListener}, {@link dev.heddle.drivers.uring.UringDatagrams}</td>
 *     <td>{@link dev.heddle.drivers.uring.PollSocket}: {@link dev.heddle.drivers.uring.PollStream},
 *     {@link dev.heddle.drivers.uring.PollListener}, {@link
 *     dev.heddle.drivers.uring.PollDatagrams}</td></tr>
 * <tr><td>requests</td><td>receive, send, accept, connect</td><td>polls, one for each
 *     answer</td></tr>
 * <tr><td>bytes move</td><td>in the ring, before the task is woken</td><td>in the task, by a call
 *     of its own</td></tr>
 * <tr><td>received into</td><td>buffers of the ring, taken when bytes have come</td><td>buffers of
 *     the pool, taken before the call</td></tr>
 * </table>
 */
@NullMarked
package dev.heddle.drivers.uring;

import org.jspecify.annotations.NullMarked;
