package dev.heddle.explore;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.IdentityHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the code under test calls instead of the JDK while it is explored: each method stands for
 * the one of the same name in the class it {@linkplain Instead names}, with the receiver in front.
 * Outside an exploration, which is where static initialisers of the first load may run, there is
 * only one thread and nothing to wait for.
 *
 * <p>Public only for the byte code that calls it.
 */
public final class Modelled {

  /** The class whose method of the same name is replaced. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  @interface Instead {
    Class<?> of();
  }

  private static final int SPINS_PER_STEP = 8;
  private static final int SPIN = Sites.add("onSpinWait");

  private static @Nullable Schedule running;

  private Modelled() {}

  /** Runs a scenario under a schedule; one at a time in a JVM, and under no monitor. */
  static Schedule.@Nullable Failure run(Schedule schedule, Scenario scenario) {
    running = schedule;
    try {
      return schedule.run(scenario);
    } finally {
      running = null;
    }
  }

  private static Schedule schedule() {
    Schedule schedule = running;
    if (schedule == null) {
      throw new IllegalStateException("this waits or starts a thread outside an exploration");
    }
    return schedule;
  }

  // ---- called in front of an operation -------------------------------------------------------

  /** Somebody else may go on here. */
  public static void step(int site) {
    Schedule schedule = running;
    if (schedule != null) {
      schedule.step(site);
    }
  }

  /** The code under test does what no method here stands for. */
  public static void unmodelled(String what) {
    if (running != null) {
      running.giveUp(
          new Schedule.Failure(
              "the explorer does not model " + what + "; add it to " + Modelled.class.getName(),
              null));
    }
  }

  public static void monitorEnter(Object object) {
    if (running != null) {
      running.lock(object);
    }
  }

  public static void monitorExit(Object object) {
    if (running != null) {
      running.unlock(object);
    }
  }

  // ---- threads -------------------------------------------------------------------------------

  @Instead(of = Thread.class)
  public static Thread currentThread() {
    return running == null ? Thread.currentThread() : running.current().thread;
  }

  @Instead(of = Thread.class)
  public static void start(Thread thread) {
    schedule().start(thread, thread);
  }

  /** A thread that is made and started in one go. */
  @Instead(of = Thread.Builder.OfPlatform.class)
  public static Thread start(Thread.Builder.OfPlatform builder, Runnable body) {
    Thread thread = builder.unstarted(body);
    schedule().start(thread, body);
    return thread;
  }

  @Instead(of = Thread.class)
  public static void join(Thread thread) throws InterruptedException {
    Strand strand = schedule().of(thread);
    if (strand != null) {
      awaitInterruptibly(() -> strand.ended);
    }
  }

  @Instead(of = Thread.class)
  public static boolean isAlive(Thread thread) {
    Strand strand = schedule().of(thread);
    return strand != null && !strand.ended;
  }

  @Instead(of = Thread.class)
  public static void interrupt(Thread thread) {
    Strand strand = schedule().of(thread);
    if (strand != null) {
      strand.interrupted = true;
    }
  }

  @Instead(of = Thread.class)
  public static boolean isInterrupted(Thread thread) {
    Strand strand = schedule().of(thread);
    return strand != null && strand.interrupted;
  }

  @Instead(of = Thread.class)
  public static boolean interrupted() {
    if (running == null) {
      return Thread.interrupted();
    }
    Strand strand = running.current();
    boolean was = strand.interrupted;
    strand.interrupted = false;
    return was;
  }

  /** Every eighth is a step: it is enough to let others go on, and there are many. */
  @Instead(of = Thread.class)
  public static void onSpinWait() {
    Schedule schedule = running;
    if (schedule != null && ++schedule.current().spins % SPINS_PER_STEP == 0) {
      schedule.step(SPIN);
    }
  }

  /** An exception that reaches a thread's handler ends the schedule. */
  @Instead(of = Thread.class)
  public static Thread.UncaughtExceptionHandler getUncaughtExceptionHandler(Thread thread) {
    return (where, thrown) ->
        schedule()
            .giveUp(new Schedule.Failure("an exception reached the handler of " + where, thrown));
  }

  @Instead(of = ThreadLocal.class)
  public static @Nullable Object get(ThreadLocal<?> local) {
    if (running == null) {
      return local.get();
    }
    IdentityHashMap<ThreadLocal<?>, Object> locals = running.current().locals;
    if (local instanceof WithInitial<?> initial && !locals.containsKey(local)) {
      locals.put(local, initial.initialValue());
    }
    return locals.get(local);
  }

  @Instead(of = ThreadLocal.class)
  public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
    return new WithInitial<>(supplier);
  }

  private static final class WithInitial<S> extends ThreadLocal<S> {
    private final Supplier<? extends S> supplier;

    WithInitial(Supplier<? extends S> supplier) {
      this.supplier = supplier;
    }

    @Override
    protected S initialValue() {
      return supplier.get();
    }
  }

  @Instead(of = ThreadLocal.class)
  @SuppressWarnings("unchecked")
  public static void set(ThreadLocal<?> local, Object value) {
    if (running == null) {
      ((ThreadLocal<Object>) local).set(value);
    } else {
      running.current().locals.put(local, value);
    }
  }

  @Instead(of = ThreadLocal.class)
  public static void remove(ThreadLocal<?> local) {
    if (running == null) {
      local.remove();
    } else {
      running.current().locals.remove(local);
    }
  }

  // ---- time ----------------------------------------------------------------------------------

  @Instead(of = System.class)
  public static long nanoTime() {
    return running == null ? System.nanoTime() : running.look();
  }

  // ---- chance --------------------------------------------------------------------------------

  @Instead(of = ThreadLocalRandom.class)
  public static int nextInt(ThreadLocalRandom random) {
    return schedule().random().nextInt();
  }

  @Instead(of = ThreadLocalRandom.class)
  public static int nextInt(ThreadLocalRandom random, int bound) {
    return schedule().random().nextInt(bound);
  }

  @Instead(of = ThreadLocalRandom.class)
  public static long nextLong(ThreadLocalRandom random) {
    return schedule().random().nextLong();
  }

  // ---- waiting for what a scenario models ----------------------------------------------------

  /**
   * Waits, for so many nanoseconds at most; for a model of the system, which is called by the code
   * under test in place of the system.
   */
  public static void await(BooleanSupplier condition, long nanos) {
    Schedule schedule = schedule();
    if (!condition.getAsBoolean()) {
      boolean ever = nanos == Long.MAX_VALUE;
      schedule.await(condition, ever ? Strand.NEVER : schedule.now() + nanos);
    }
  }

  // ---- parking -------------------------------------------------------------------------------

  @Instead(of = LockSupport.class)
  public static void park(Object blocker) {
    park(Strand.NEVER);
  }

  @Instead(of = LockSupport.class)
  public static void park() {
    park(Strand.NEVER);
  }

  @Instead(of = LockSupport.class)
  public static void parkNanos(Object blocker, long nanos) {
    if (nanos > 0) {
      park(schedule().now() + nanos);
    }
  }

  @Instead(of = LockSupport.class)
  public static void parkNanos(long nanos) {
    if (nanos > 0) {
      park(schedule().now() + nanos);
    }
  }

  private static void park(long deadline) {
    Schedule schedule = schedule();
    Strand strand = schedule.current();
    if (!strand.permit && !strand.interrupted) {
      schedule.await(() -> strand.permit || strand.interrupted, deadline);
    }
    strand.permit = false;
  }

  @Instead(of = LockSupport.class)
  public static void unpark(@Nullable Thread thread) {
    Strand strand = thread == null ? null : schedule().of(thread);
    if (strand != null) {
      strand.permit = true;
    }
  }

  // ---- locks and latches ---------------------------------------------------------------------

  @Instead(of = ReentrantLock.class)
  public static void lock(ReentrantLock lock) {
    monitorEnter(lock);
  }

  @Instead(of = ReentrantLock.class)
  public static boolean tryLock(ReentrantLock lock) {
    return running == null || running.tryLock(lock);
  }

  @Instead(of = ReentrantLock.class)
  public static void unlock(ReentrantLock lock) {
    monitorExit(lock);
  }

  @Instead(of = ReentrantLock.class)
  public static boolean isHeldByCurrentThread(ReentrantLock lock) {
    return running == null || running.holds(lock);
  }

  @Instead(of = ReentrantLock.class)
  public static Condition newCondition(ReentrantLock lock) {
    return new ModelCondition(schedule(), lock);
  }

  @Instead(of = CountDownLatch.class)
  public static void await(CountDownLatch latch) throws InterruptedException {
    awaitInterruptibly(() -> latch.getCount() == 0);
  }

  private static void awaitInterruptibly(BooleanSupplier condition) throws InterruptedException {
    Schedule schedule = schedule();
    Strand strand = schedule.current();
    if (!condition.getAsBoolean() && !strand.interrupted) {
      schedule.await(() -> strand.interrupted || condition.getAsBoolean());
    }
    if (strand.interrupted) {
      strand.interrupted = false;
      throw new InterruptedException();
    }
  }
}
