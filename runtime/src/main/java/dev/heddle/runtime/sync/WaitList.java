package dev.heddle.runtime.sync;

import org.jspecify.annotations.Nullable;

/**
 * Waiters in the order they came, linked through themselves: entering and leaving, from the middle
 * too, take O(1) and allocate nothing.
 *
 * <p>Not thread-safe: every call holds the lock of whoever owns the list.
 */
final class WaitList<W extends Waiter<W>> {
  private @Nullable W first;
  private @Nullable W last;

  @Nullable W first() {
    return first;
  }

  boolean isEmpty() {
    return first == null;
  }

  void append(W waiter) {
    waiter.previous = last;
    if (last == null) {
      first = waiter;
    } else {
      last.next = waiter;
    }
    last = waiter;
  }

  /** Takes out one that is in the list. */
  void remove(W waiter) {
    W before = waiter.previous;
    W after = waiter.next;
    if (before == null) {
      first = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
    }
    waiter.previous = null;
    waiter.next = null;
  }

  /** Cuts the list behind this waiter: returns the first of the chain that ends with it. */
  @Nullable W removeThrough(W end) {
    W chain = first;
    W rest = end.next;
    end.next = null;
    first = rest;
    if (rest == null) {
      last = null;
    } else {
      rest.previous = null;
    }
    return chain;
  }

  /** Empties the list: returns the first of the chain of all. */
  @Nullable W removeAll() {
    W chain = first;
    first = null;
    last = null;
    return chain;
  }
}
