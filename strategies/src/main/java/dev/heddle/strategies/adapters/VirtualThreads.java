package dev.heddle.strategies.adapters;

import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.Trait;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code virtual-threads}: one virtual thread a task, on the JDK's own scheduler of them. How many
 * threads carry them is said when the JVM starts, and for all of it.
 */
public final class VirtualThreads implements SchedulerProvider {
  private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";
  private static final String MOST = "jdk.virtualThreadScheduler.maxPoolSize";

  /** The limit of the pool below. */
  private static final int MOST_CARRIERS = ForkJoin.MOST_THREADS;

  private static final Runtime.Version WITHOUT_JDK_8373120 = Runtime.Version.parse("25.0.4");

  @Override
  public String name() {
    return "virtual-threads";
  }

  @Override
  public String summary() {
    return "adapter: one of the JDK's virtual threads per task, parked while the task waits";
  }

  @Override
  public int workers(int asked, int processors) {
    return Math.min(asked, MOST_CARRIERS);
  }

  @Override
  public List<String> jvmFlags(int workers) {
    return List.of("-D" + PARALLELISM + "=" + workers, "-D" + MOST + "=" + workers);
  }

  @Override
  public List<Trait> composition(Options options) {
    return List.of(
        new Trait("pool", "the JDK's scheduler of virtual threads, one for the JVM"),
        new Trait("task", "a virtual thread each, parked while the task waits"),
        new Trait("local queue", "growing array a carrier thread, first in first out"),
        new Trait("shared queue", "arrays for submitters, looked at when a carrier is idle"),
        new Trait("stealing", "one task at a time, from a random queue on"),
        new Trait("wake rule", "a push that finds few others in the queue wakes an idle carrier"),
        new Trait("yield", "Thread.yield: to the end of the carrier's queue"),
        new Trait("blocking", "a thread that blocks leaves its carrier to the others"));
  }

  @Override
  public String origin() {
    return "JEP 444 Virtual Threads; java.lang.VirtualThread on a ForkJoinPool in async mode";
  }

  /** A carrier that is never idle does not look at what threads from outside start or unpark. */
  @Override
  public Set<Promise> promises(Options options) {
    return EnumSet.complementOf(EnumSet.of(Promise.INJECTED_IN_TURN));
  }

  @Override
  public Optional<Library> library() {
    return Optional.of(Library.jdk());
  }

  @Override
  public String caveat() {
    return caveat(Runtime.version());
  }

  static String caveat(Runtime.Version version) {
    return version.feature() == WITHOUT_JDK_8373120.feature()
            && version.compareToIgnoreOptional(WITHOUT_JDK_8373120) < 0
        ? "JDK-8373120: known fault of the scheduler of virtual threads, fixed in JDK "
            + WITHOUT_JDK_8373120
        : "";
  }

  /**
   * As above.
   *
   * @throws IllegalArgumentException if this JVM was started for another number of workers
   */
  @Override
  public Scheduler create(SchedulerContext context) {
    String wanted = Integer.toString(context.workers());
    if (!wanted.equals(System.getProperty(PARALLELISM))
        || !wanted.equals(System.getProperty(MOST))) {
      throw new IllegalArgumentException(
          "virtual-threads with "
              + wanted
              + " workers needs a JVM started with "
              + String.join(" ", jvmFlags(context.workers())));
    }
    return new VirtualThreadScheduler(context);
  }
}
