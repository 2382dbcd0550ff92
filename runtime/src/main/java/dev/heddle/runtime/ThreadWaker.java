package dev.heddle.runtime;

import java.util.concurrent.locks.LockSupport;

/** Wakes a thread outside the runtime that waits for a task. */
record ThreadWaker(Thread thread) implements Waker {
  @Override
  public void wake() {
    LockSupport.unpark(thread);
  }
}
