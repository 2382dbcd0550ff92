package dev.heddle.runtime;

import dev.heddle.runtime.spi.TimerService;
import dev.heddle.runtime.spi.TimerServiceProvider;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Timers with a service that has a thread of its own: no worker waits for a deadline or fires
 * anything, and a waker is called on the service's thread, which for the runtime is one outside.
 *
 * <p>An entry's monitor orders what is done to that entry; there is no lock for all of them beside
 * the service's own. A timer that fires asks under the monitor whether it is still the entry's
 * present one, so that it does not matter whether the service can tell exactly what it has
 * cancelled.
 *
 * <p>Where a queue needs nothing but the entry, each timer costs a {@link Scheduled} here, and what
 * the service makes of it. That is the price of such an interface, and is counted as the service's.
 */
final class ServiceTimers<H> extends Timers {
  private final TimerService<H> service;
  private final Consumer<Throwable> failure;

  /** Polls may outlive the runtime: their sleeps are not refused, and end with the polls. */
  private volatile boolean stopped;

  private ServiceTimers(TimerService<H> service, Clock clock, Consumer<Throwable> failure) {
    super(clock);
    this.service = service;
    this.failure = failure;
  }

  /**
   * A new service.
   *
   * @param failure told of what the service's thread died of, or a waker threw on it
   */
  static Timers start(TimerServiceProvider provider, Clock clock, Consumer<Throwable> failure) {
    return around(provider.create(body -> thread(body, failure)), clock, failure);
  }

  private static <H> Timers around(
      TimerService<H> service, Clock clock, Consumer<Throwable> failure) {
    return new ServiceTimers<>(service, clock, failure);
  }

  private static Thread thread(Runnable body, Consumer<Throwable> failure) {
    Runnable loud =
        () -> {
          try {
            body.run();
          } catch (Throwable thrown) {
            failure.accept(thrown); // nobody would fire timers any more
          }
        };
    Thread thread = new Thread(null, loud, TimerThread.NAME, 0, false);
    thread.setDaemon(true);
    return thread;
  }

  /** What the service knows of one entry, until it fires, is cancelled or is reset. */
  private static final class Scheduled<H> implements Runnable, Waker {
    private final TimerEntry entry;
    private final Consumer<Throwable> failure;

    // Guarded by the entry's monitor.
    private Waker waker;
    private @Nullable H handle;

    Scheduled(TimerEntry entry, Waker waker, Consumer<Throwable> failure) {
      this.entry = entry;
      this.waker = waker;
      this.failure = failure;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // this very timer
    public void run() {
      Waker due;
      synchronized (entry) {
        if (entry.waker != this) {
          return; // cancelled or reset, a moment too late for the service
        }
        entry.waker = null;
        entry.fired = true;
        due = waker;
      }
      try {
        due.wake();
      } catch (Throwable thrown) {
        failure.accept(thrown);
      }
    }

    @Override
    public void wake() {
      waker.wake();
    }
  }

  @Override
  int size() {
    return service.size();
  }

  @Override
  void insert(TimerEntry entry, Waker waker) {
    synchronized (entry) {
      schedule(entry, waker);
    }
  }

  /** Under the entry's monitor. The timer stands for the waker in the entry. */
  private void schedule(TimerEntry entry, Waker waker) {
    Scheduled<H> timer = new Scheduled<>(entry, waker, failure);
    entry.waker = timer;
    try {
      timer.handle = service.schedule(entry.deadlineNanos(), timer);
    } catch (RuntimeException | Error refused) {
      entry.waker = null;
      if (!stopped) {
        throw refused;
      }
    }
  }

  /** Under the entry's monitor: takes what was scheduled away from the service, and returns it. */
  @SuppressWarnings("unchecked") // whatever stands for the waker is ours
  private @Nullable Scheduled<H> unschedule(TimerEntry entry) {
    Scheduled<H> timer = (Scheduled<H>) entry.waker;
    if (timer != null) {
      entry.waker = null;
      if (timer.handle != null) {
        service.cancel(timer.handle);
      }
    }
    return timer;
  }

  @Override
  @SuppressWarnings("unchecked") // as above
  boolean await(TimerEntry entry, Waker waker) {
    if (entry.fired) {
      return false;
    }
    synchronized (entry) {
      if (entry.fired) {
        return false;
      }
      if (entry.waker != null) {
        ((Scheduled<H>) entry.waker).waker = waker;
      } else if (now() - entry.deadlineNanos() >= 0) {
        entry.fired = true;
        return false;
      } else {
        schedule(entry, waker); // reset after it was due
      }
      return true;
    }
  }

  @Override
  boolean reset(TimerEntry entry, long deadlineNanos) {
    Waker waker = null;
    boolean done = false;
    try {
      synchronized (entry) {
        entry.fired = false;
        waker = wakerOf(entry);
        unschedule(entry);
        entry.deadlineNanos(deadlineNanos);
        if (waker != null) {
          schedule(entry, waker);
        }
        done = true;
        return waker != null;
      }
    } finally {
      if (!done && waker != null) {
        waker.wake(); // its poll tries again, and hears of it if that fails too
      }
    }
  }

  /** Under the entry's monitor. */
  @SuppressWarnings("unchecked") // whatever stands for the waker is ours
  private @Nullable Waker wakerOf(TimerEntry entry) {
    Scheduled<H> timer = (Scheduled<H>) entry.waker;
    return timer == null ? null : timer.waker;
  }

  @Override
  boolean cancel(TimerEntry entry) {
    synchronized (entry) {
      return unschedule(entry) != null;
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the same waker, not an equal one
  boolean wakes(TimerEntry entry, Waker waker) {
    return entry.waker instanceof Scheduled<?> timer && timer.waker == waker;
  }

  @Override
  void shutdown() throws InterruptedException {
    stopped = true;
    try {
      service.shutdown();
    } catch (RuntimeException | Error thrown) {
      failure.accept(thrown); // somebody waits for the end of the runtime all the same
    }
  }
}
