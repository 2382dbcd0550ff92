package dev.heddle.explore;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a scenario in which exactly one strand runs at a time, and a chooser says which.
 * Everything a strand can wait for is kept here, so a run that comes to a stand is known to be one.
 */
final class Schedule {
  /** The virtual clock moves by this at each look at it. */
  private static final long NANOS_PER_LOOK = 100;

  /** One in how many steps of a run with a wait for a time lets that time come. */
  private static final int STEPS_PER_LEAP = 64;

  /**
   * How often in a row time is all that anybody waits for: a thread that only ever looks at the
   * clock keeps nobody else alive.
   */
  private static final int MOST_LEAPS_IN_A_ROW = 100;

  /** A schedule that did not succeed. */
  static final class Failure extends AssertionError {
    Failure(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  private static final class Lock {
    @Nullable Strand owner;
    int holds;
  }

  private final Chooser chooser;
  private final SplittableRandom random;
  private final int mostSteps;

  /** Where each step went, or null if nobody asked. */
  private final @Nullable List<String> trace;

  private final List<Strand> strands = new ArrayList<>();
  private final List<Strand> ready = new ArrayList<>();
  private final IdentityHashMap<Thread, Strand> byThread = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Lock> locks = new IdentityHashMap<>();

  private Strand current;
  private @Nullable Strand next;
  private @Nullable Failure failure;
  private int steps;
  private int leapsInARow;
  private long now;

  Schedule(long seed, int expectedSteps, int mostSteps, @Nullable List<String> trace) {
    this(Chooser.of(seed, expectedSteps), seed, mostSteps, trace);
  }

  private Schedule(Chooser chooser, long seed, int mostSteps, @Nullable List<String> trace) {
    this.chooser = chooser;
    random = new SplittableRandom(~seed);
    this.mostSteps = mostSteps;
    this.trace = trace;
    current = new Strand(Thread.currentThread(), new Coroutine(() -> {})); // before the first step
  }

  /**
   * Runs the scenario to its end.
   *
   * @return what went wrong, or null
   */
  @Nullable Failure run(Scenario scenario) {
    start(
        new Thread("outside"),
        () -> {
          try {
            scenario.run();
          } catch (Throwable thrown) {
            throw new Failure("the scenario failed", thrown);
          }
        });
    next = choose();
    while (next != null) {
      current = next;
      next = null;
      current.coroutine.enter();
      if (current.ended && failure == null) {
        next = choose();
      }
    }
    if (failure == null && !strands.isEmpty()) {
      failure = new Failure("a wake-up was lost: nobody can go on" + places(), null);
    }
    return failure;
  }

  int steps() {
    return steps;
  }

  // ---- steps ---------------------------------------------------------------------------------

  /** The current strand is about to touch memory that others may touch too. */
  void step(int site) {
    if (++steps > mostSteps) {
      giveUp(new Failure("no end after " + mostSteps + " steps" + places(), null));
    }
    current.site = site;
    Strand chosen = choose();
    if (chosen != null && chosen != current) {
      switchTo(chosen);
    }
    if (trace != null) {
      trace.add(current.thread.getName() + "  " + Sites.name(site));
    }
  }

  /** The current strand goes on once this holds, or the time has come. */
  void await(BooleanSupplier condition, long deadline) {
    Strand waiting = current;
    waiting.until = condition;
    waiting.deadline = deadline;
    Strand chosen = choose();
    if (chosen != waiting && !switchTo(chosen)) {
      throw new IllegalStateException("a wait inside a static initialiser cannot be explored");
    }
    waiting.until = null;
    waiting.deadline = Strand.NEVER;
  }

  void await(BooleanSupplier condition) {
    await(condition, Strand.NEVER);
  }

  private boolean switchTo(@Nullable Strand chosen) {
    Strand from = current;
    next = chosen;
    boolean left = Coroutine.suspend();
    if (!left) {
      next = null;
      current = from;
    }
    return left;
  }

  /** Who goes on, or null if nobody can. */
  private @Nullable Strand choose() {
    ready.clear();
    long earliest = Strand.NEVER;
    for (Strand strand : strands) {
      if (strand.until == null) {
        ready.add(strand);
      } else if (strand.until.getAsBoolean()) {
        ready.add(strand);
        leapsInARow = 0;
      } else if (strand.deadline <= now) {
        ready.add(strand);
      } else {
        earliest = Math.min(earliest, strand.deadline);
      }
    }
    if (ready.isEmpty() && ++leapsInARow > MOST_LEAPS_IN_A_ROW) {
      return null;
    }
    if (earliest != Strand.NEVER && (ready.isEmpty() || random.nextInt(STEPS_PER_LEAP) == 0)) {
      now = earliest;
      return choose();
    }
    return ready.isEmpty() ? null : chooser.choose(ready, current);
  }

  /** Ends the schedule here and now: nobody is entered again. */
  void giveUp(Failure why) {
    failure = why;
    next = null;
    if (!Coroutine.suspend()) {
      throw why;
    }
  }

  private String places() {
    StringBuilder text = new StringBuilder();
    for (Strand strand : strands) {
      text.append("\n  ").append(strand.thread.getName()).append(" at ");
      text.append(Sites.name(strand.site));
    }
    return text.toString();
  }

  // ---- threads -------------------------------------------------------------------------------

  void start(Thread thread, Runnable body) {
    if (byThread.containsKey(thread)) {
      throw new IllegalThreadStateException("started twice: " + thread.getName());
    }
    Strand strand = new Strand(thread, new Coroutine(() -> live(body)));
    byThread.put(thread, strand);
    strands.add(strand);
    chooser.started(strand);
  }

  private void live(Runnable body) {
    Strand self = current;
    try {
      body.run();
    } catch (Failure thrown) {
      failure = thrown;
    } catch (Throwable thrown) {
      failure = new Failure("an exception ended " + self.thread.getName(), thrown);
    }
    self.ended = true;
    strands.remove(self);
  }

  Strand current() {
    return current;
  }

  /** The strand of a thread, or null if it was not started. */
  @Nullable Strand of(Thread thread) {
    return byThread.get(thread);
  }

  /** The chance in the code under test and in the clock. */
  SplittableRandom random() {
    return random;
  }

  long look() {
    now += NANOS_PER_LOOK;
    return now;
  }

  long now() {
    return now;
  }

  // ---- locks ---------------------------------------------------------------------------------

  private Lock lockOf(Object object) {
    return locks.computeIfAbsent(object, key -> new Lock());
  }

  void lock(Object object) {
    Lock lock = lockOf(object);
    if (lock.owner != current) {
      if (lock.owner != null) {
        await(() -> lock.owner == null);
      }
      lock.owner = current;
    }
    lock.holds++;
  }

  boolean tryLock(Object object) {
    Lock lock = lockOf(object);
    if (lock.owner != null && lock.owner != current) {
      return false;
    }
    lock.owner = current;
    lock.holds++;
    return true;
  }

  boolean holds(Object object) {
    return lockOf(object).owner == current;
  }

  void unlock(Object object) {
    Lock lock = lockOf(object);
    if (lock.owner != current) {
      throw new IllegalMonitorStateException();
    }
    if (--lock.holds == 0) {
      lock.owner = null;
    }
  }

  /** Gives a lock up whole; returns how often it was held. */
  int release(Object object) {
    Lock lock = lockOf(object);
    if (lock.owner != current) {
      throw new IllegalMonitorStateException();
    }
    int holds = lock.holds;
    lock.holds = 0;
    lock.owner = null;
    return holds;
  }

  /** Takes back what {@link #release} gave up. */
  void retake(Object object, int holds) {
    lock(object);
    lockOf(object).holds = holds;
  }
}
