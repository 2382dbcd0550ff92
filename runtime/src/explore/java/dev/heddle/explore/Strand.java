package dev.heddle.explore;

import java.util.IdentityHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A thread of the code under test, run as a coroutine. */
final class Strand {
  static final long NEVER = Long.MAX_VALUE;

  /** What the code under test takes for the thread it runs on. Never started. */
  final Thread thread;

  final Coroutine coroutine;
  final IdentityHashMap<ThreadLocal<?>, Object> locals = new IdentityHashMap<>();

  /** What it waits for, or null if it does not. */
  @Nullable BooleanSupplier until;

  /** The time at which it goes on in any case. */
  long deadline = NEVER;

  /** LockSupport's. */
  boolean permit;

  boolean interrupted;
  boolean ended;
  int spins;

  /** The place it came to last. */
  int site = -1;

  /** Among strands that can go on; for choosers that have priorities. */
  int priority;

  /** Steps since it had to fall back behind the others. */
  int stepsInFront;

  Strand(Thread thread, Coroutine coroutine) {
    this.thread = thread;
    this.coroutine = coroutine;
  }
}
