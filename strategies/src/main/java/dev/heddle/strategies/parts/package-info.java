/**
 * What policies are composed of: local queues, LIFO slots, injection queues, who is idle and who is
 * woken, how often to look where. Public, so that strategies elsewhere can use them.
 */
@NullMarked
package dev.heddle.strategies.parts;

import org.jspecify.annotations.NullMarked;
