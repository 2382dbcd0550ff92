package dev.heddle.runtime;

import org.jspecify.annotations.Nullable;

/**
 * One of several who wait for a task: a chain of links ends in a plain {@link Waker}, which is all
 * there is while only one waits. Immutable.
 *
 * @param next another link, or the last waker
 */
record JoinerLink(Waker waker, Object next) {

  /**
   * Whether this waker is in the chain. By identity: two wakers are the same only if waking either
   * is enough.
   *
   * @param joiners a link, a waker, or null
   */
  @SuppressWarnings("ReferenceEquality")
  static boolean holds(@Nullable Object joiners, Waker waker) {
    Object at = joiners;
    while (at instanceof JoinerLink link) {
      if (link.waker() == waker) {
        return true;
      }
      at = link.next();
    }
    return at == waker;
  }

  /** The same joiners but for one that is among them; null if there are no others. */
  @SuppressWarnings("ReferenceEquality")
  static @Nullable Object without(Object joiners, Waker waker) {
    Object others = null;
    Object at = joiners;
    while (at instanceof JoinerLink link) {
      if (link.waker() != waker) {
        others = others == null ? link.waker() : new JoinerLink(link.waker(), others);
      }
      at = link.next();
    }
    if (at == waker) {
      return others;
    }
    return others == null ? at : new JoinerLink((Waker) at, others);
  }

  static void wakeAll(Object joiners) {
    Object at = joiners;
    while (at instanceof JoinerLink link) {
      link.waker().wake();
      at = link.next();
    }
    ((Waker) at).wake();
  }
}
