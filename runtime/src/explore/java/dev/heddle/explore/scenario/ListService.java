package dev.heddle.explore.scenario;

import dev.heddle.runtime.spi.TimerService;
import dev.heddle.runtime.spi.TimerServiceProvider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Timers in a list, with a thread of their own: what is explored is what comes between that thread
 * and those who cancel, reset and close. It is as slow to hear of a cancellation as it may be: what
 * it has taken out it calls.
 */
final class ListService implements TimerServiceProvider, TimerService<ListService.Scheduled> {
  private final List<Scheduled> timers = new ArrayList<>();
  private @Nullable ThreadFactory threads;
  private @Nullable Thread thread;
  private boolean stopping;

  record Scheduled(long deadlineNanos, Runnable due) {}

  @Override
  public String name() {
    return "list-service";
  }

  @Override
  public String summary() {
    return "a sorted list and a thread";
  }

  @Override
  public TimerService<?> create(ThreadFactory threads) {
    this.threads = threads;
    return this;
  }

  @Override
  public Scheduled schedule(long deadlineNanos, Runnable due) {
    Scheduled timer = new Scheduled(deadlineNanos, due);
    Thread toUnpark;
    synchronized (this) {
      timers.add(timer);
      timers.sort(Comparator.comparingLong(Scheduled::deadlineNanos));
      toUnpark = thread;
      if (toUnpark == null && threads != null) {
        thread = threads.newThread(this::serve);
        thread.start();
      }
    }
    LockSupport.unpark(toUnpark);
    return timer;
  }

  private void serve() {
    while (true) {
      Scheduled first;
      long left = 0;
      synchronized (this) {
        if (stopping) {
          return;
        }
        first = timers.isEmpty() ? null : timers.getFirst();
        if (first != null) {
          left = first.deadlineNanos - System.nanoTime();
          if (left <= 0) {
            timers.removeFirst();
          }
        }
      }
      if (first == null) {
        LockSupport.park(this);
      } else if (left > 0) {
        LockSupport.parkNanos(this, left);
      } else {
        first.due.run();
      }
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // this very timer
  public boolean cancel(Scheduled timer) {
    synchronized (this) {
      return timers.removeIf(each -> each == timer);
    }
  }

  @Override
  public int size() {
    synchronized (this) {
      return timers.size();
    }
  }

  @Override
  public void shutdown() throws InterruptedException {
    Thread toEnd;
    synchronized (this) {
      stopping = true;
      toEnd = thread;
    }
    if (toEnd != null) {
      LockSupport.unpark(toEnd);
      toEnd.join();
    }
  }
}
