package dev.heddle.runtime;

import dev.heddle.runtime.observe.Stall;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.StrategyProvider;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.runtime.spi.TimerQueueProvider;
import dev.heddle.runtime.spi.TimerQueueProvider.Placement;
import dev.heddle.runtime.spi.TimerServiceProvider;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds runtimes. Not thread-safe. */
public final class RuntimeBuilder {
  private static final String DEFAULT_STRATEGY = "work-stealing";
  private static final int DEFAULT_SAMPLE_EVERY = 512;
  private static final Duration LONGEST = Duration.ofNanos(1L << 62);
  private static final Duration DEFAULT_STALL_THRESHOLD = Duration.ofMillis(10);

  @Nullable StrategyProvider strategy;
  Options options = Options.defaults();
  DriverProvider driver = new NoDriver();
  Options driverOptions = Options.defaults();
  TimerProvider timer = new NoTimer();
  Options timerOptions = Options.defaults();
  Clock clock = Clock.system();

  /** 0 until set. */
  private int workers;

  Pinning pinning = Pinning.NONE;

  @Nullable LatencySink sink;
  int sampleEvery = DEFAULT_SAMPLE_EVERY;
  int blockingThreads = 512;
  Duration blockingKeepAlive = Duration.ofSeconds(10);
  Duration closeTimeout = Duration.ofSeconds(10);

  /** Starts the threads beside the workers, or throws as Thread.start does; a test may refuse. */
  Consumer<Thread> threadStarter = Thread::start;

  Duration stallThreshold = DEFAULT_STALL_THRESHOLD;
  Consumer<Stall> stallListener = StallLog.toSystem();

  RuntimeBuilder() {}

  /**
   * The strategy by name, with options if wanted: {@code work-stealing:ring=64:lifo=off}.
   *
   * @throws IllegalArgumentException in one line, if the name, an option or a value is unknown, or
   *     the strategy is unavailable here
   */
  public RuntimeBuilder strategy(String spec) {
    StrategyProvider found = Providers.strategy(nameOf(spec));
    return strategy(found, optionsOf(spec, found.options()));
  }

  /** The strategy itself, with options; for one that is not on the class path as a service. */
  public RuntimeBuilder strategy(StrategyProvider provider, Options values) {
    strategy = provider;
    options = values;
    return this;
  }

  /** Sets one option of the strategy chosen before. */
  public <T> RuntimeBuilder option(Option<T> option, T value) {
    options = options.with(option, value);
    return this;
  }

  /**
   * The driver by name, with options if wanted: {@code selector:placement=shared}; {@code none}
   * unless set, and then there are no sockets.
   *
   * <p>A strategy with threads of its own has it with {@code placement=dedicated}, and so unless
   * told otherwise.
   *
   * @throws IllegalArgumentException in one line, if the name, an option or a value is unknown, or
   *     it is unavailable here
   */
  public RuntimeBuilder driver(String spec) {
    DriverProvider found = Providers.driver(nameOf(spec));
    return driver(found, optionsOf(spec, found.options()));
  }

  /** The driver itself. */
  public RuntimeBuilder driver(DriverProvider provider) {
    return driver(provider, Options.defaults());
  }

  /** The driver itself, with options. */
  public RuntimeBuilder driver(DriverProvider provider, Options values) {
    driver = provider;
    driverOptions = values;
    return this;
  }

  /**
   * The timers by name, with options if wanted: {@code timer-wheel:placement=per-worker}; {@code
   * none} unless set, and then nothing can sleep.
   *
   * @throws IllegalArgumentException in one line, if the name, an option or a value is unknown, or
   *     they are unavailable here
   */
  public RuntimeBuilder timer(String spec) {
    TimerProvider found = Providers.timer(nameOf(spec));
    return timer(found, optionsOf(spec, found.options()));
  }

  /** The timers themselves. */
  public RuntimeBuilder timer(TimerProvider provider) {
    return timer(provider, Options.defaults());
  }

  /** The timers themselves, with options. */
  public RuntimeBuilder timer(TimerProvider provider, Options values) {
    timer = provider;
    timerOptions = values;
    return this;
  }

  /**
   * What time it is for futures: the {@linkplain Clock#system() system's} unless set, or for tests
   * a {@link PausedClock}.
   */
  public RuntimeBuilder clock(Clock value) {
    clock = Objects.requireNonNull(value, "the clock is null");
    return this;
  }

  private static String nameOf(String spec) {
    int colon = spec.indexOf(':');
    return colon < 0 ? spec : spec.substring(0, colon);
  }

  private static Options optionsOf(String spec, List<Option<?>> known) {
    List<String> parts = Arrays.asList(spec.split(":", -1));
    return Options.parse(known, parts.subList(1, parts.size()));
  }

  /**
   * How many workers; unless set, as many as processors are available, or as the strategy can have.
   *
   * @throws IllegalArgumentException if below 1
   */
  public RuntimeBuilder workers(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("workers was " + count + "; allowed is 1 or more");
    }
    workers = count;
    return this;
  }

  /**
   * Whether each worker is held to one CPU, of those that this process was given; not unless set.
   * Worker i has the i-th CPU, physical cores first, and with more workers than CPUs they go round
   * again. The thread sets it itself before its first step and reads it back. A thread that blocks
   * in place leaves the CPU, with the worker, to the thread that takes over; that and each way back
   * cost some system calls.
   *
   * <p>Threads that a task starts by itself inherit its worker's CPU, and what asks for the number
   * of processors on a pinned thread hears of one. The threads beside the workers, for {@link
   * HeddleRuntime#spawnBlocking}, have all CPUs.
   */
  public RuntimeBuilder pin(Pinning how) {
    pinning = how;
    return this;
  }

  /**
   * Where to send a random sample of scheduling latencies, one in 512 on average.
   *
   * @see #schedulingLatency(LatencySink, int)
   */
  public RuntimeBuilder schedulingLatency(LatencySink to) {
    return schedulingLatency(to, DEFAULT_SAMPLE_EVERY);
  }

  /**
   * Where to send a random sample of scheduling latencies; nowhere unless set.
   *
   * @param every one in how many is taken on average; 1 takes all, at the cost of two looks at the
   *     clock per poll
   */
  public RuntimeBuilder schedulingLatency(LatencySink to, int every) {
    if (every < 1) {
      throw new IllegalArgumentException("every was " + every + "; allowed is 1 or more");
    }
    sink = Objects.requireNonNull(to, "the sink of scheduling latencies is null");
    sampleEvery = every;
    return this;
  }

  /**
   * How many threads there may be beside the workers for {@link HeddleRuntime#spawnBlocking}; 512
   * unless set.
   *
   * @throws IllegalArgumentException if below 1
   */
  public RuntimeBuilder blockingThreads(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("blockingThreads was " + most + "; allowed is 1 or more");
    }
    blockingThreads = most;
    return this;
  }

  /**
   * After how long without work such a thread ends; 10 seconds unless set.
   *
   * @throws IllegalArgumentException if negative
   */
  public RuntimeBuilder blockingKeepAlive(Duration time) {
    blockingKeepAlive = requireNotNegative("blockingKeepAlive", time);
    return this;
  }

  /**
   * How long {@link HeddleRuntime#close()} waits for blocking work that has begun; 10 seconds
   * unless set.
   *
   * @throws IllegalArgumentException if negative
   */
  public RuntimeBuilder closeTimeout(Duration timeout) {
    closeTimeout = requireNotNegative("closeTimeout", timeout);
    return this;
  }

  static Duration requireNotNegative(String option, Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException(option + " was " + time + "; allowed is zero or more");
    }
    return time;
  }

  /** In nanoseconds, and cut to 146 years so that deadlines stay comparable. */
  static long nanos(Duration time) {
    return time.compareTo(LONGEST) < 0 ? time.toNanos() : LONGEST.toNanos();
  }

  /**
   * From when on a poll that has not ended is reported as a {@link Stall}: 10 ms unless set. Polls
   * are looked at every 5 ms, and by a thread of the runtime's own, so that it costs the workers
   * nothing. Without effect in a JVM with {@code -Dheddle.metrics=off}.
   *
   * @param threshold zero for no reports
   * @throws IllegalArgumentException if negative
   */
  public RuntimeBuilder stallThreshold(Duration threshold) {
    stallThreshold = requireNotNegative("stallThreshold", threshold);
    return this;
  }

  /**
   * Whom to tell of each stall; unless set it is the system's logger {@code dev.heddle.runtime},
   * which is warned of one a second at most. A flight recording has all of them as {@code
   * heddle.TaskStall}.
   *
   * @param listener called on the thread that ticks for all runtimes of this JVM, so it must return
   *     at once; what it throws goes to that thread's uncaught exception handler
   */
  public RuntimeBuilder onStall(Consumer<Stall> listener) {
    stallListener = Objects.requireNonNull(listener, "the stall listener is null");
    return this;
  }

  int workersFor(StrategyProvider chosen) {
    int processors = Runtime.getRuntime().availableProcessors();
    return workers != 0 ? workers : chosen.workers(processors, processors);
  }

  /**
   * Builds the runtime and starts its workers.
   *
   * @throws IllegalArgumentException in one line, if the strategy cannot have that many workers,
   *     does not know an option, cannot have that driver, that clock or that pinning, or cannot do
   *     without it; or the clock is paused and the timers, or the driver, go by real time
   */
  @SuppressWarnings("ReferenceEquality") // there is one system clock
  public HeddleRuntime build() {
    Metrics.requireValid();
    StrategyProvider chosen = strategy != null ? strategy : Providers.strategy(DEFAULT_STRATEGY);
    int possible = chosen.workers(workersFor(chosen), Runtime.getRuntime().availableProcessors());
    if (possible != workersFor(chosen)) {
      throw new IllegalArgumentException(
          "workers was %d; strategy '%s' would have %d here"
              .formatted(workers, chosen.name(), possible));
    }
    driverOptions.requireKnown(driver.options());
    if (chosen instanceof SchedulerProvider && !(driver instanceof NoDriver)) {
      requireDedicatedDriver(chosen);
    }
    if (chosen instanceof SchedulerProvider
        && timerOptions.get(TimerQueueProvider.PLACEMENT) == Placement.PER_WORKER) {
      throw new IllegalArgumentException(
          "timer was '%s:%s'; strategy '%s' has threads of its own, which wait for no timers: only"
                  .formatted(timer.name(), timerOptions, chosen.name())
              + " placement=global is possible");
    }
    if (timer instanceof TimerServiceProvider && clock != Clock.system()) {
      throw new IllegalArgumentException(
          "timer was '%s', which has a thread of its own and goes by System.nanoTime; with another"
                  .formatted(timer.name())
              + " clock choose timers that the runtime drives, such as timer-wheel");
    }
    requirePossibleClock(chosen);
    options.requireKnown(chosen.options());
    timerOptions.requireKnown(timer.options());
    requirePossiblePinning(chosen);
    HeddleRuntime runtime = new HeddleRuntime(this, chosen);
    runtime.start();
    return runtime;
  }

  private void requireDedicatedDriver(StrategyProvider chosen) {
    if (!driverOptions.has(DriverProvider.PLACEMENT)) {
      driverOptions =
          driverOptions.with(DriverProvider.PLACEMENT, DriverProvider.Placement.DEDICATED);
    }
    if (driverOptions.get(DriverProvider.PLACEMENT) != DriverProvider.Placement.DEDICATED) {
      throw new IllegalArgumentException(
          "driver was '%s:%s'; strategy '%s' has threads of its own, which cannot wait in a driver:"
                  .formatted(driver.name(), driverOptions, chosen.name())
              + " only placement=dedicated is possible");
    }
  }

  private void requirePossibleClock(StrategyProvider chosen) {
    if (!(clock instanceof PausedClock paused)) {
      return;
    }
    if (chosen instanceof SchedulerProvider) {
      throw new IllegalArgumentException(
          "clock was a PausedClock; strategy '%s' has threads of its own, which cannot tell when they"
                  .formatted(chosen.name())
              + " are idle");
    }
    if (paused.advancesItself() && !(driver instanceof NoDriver)) {
      throw new IllegalArgumentException(
          "clock was a PausedClock that advances itself; what driver '%s' waits for comes in real time:"
                  .formatted(driver.name())
              + " use PausedClock.byHand");
    }
  }

  private void requirePossiblePinning(StrategyProvider chosen) {
    if (pinning != Pinning.NONE && chosen instanceof SchedulerProvider) {
      throw new IllegalArgumentException(
          "pin was '%s'; strategy '%s' has threads of its own, which cannot be pinned"
              .formatted(pinning.label(), chosen.name()));
    }
    if (pinning == Pinning.NONE && chosen.needsPinning(options)) {
      throw new IllegalArgumentException(
          "strategy '%s' goes by the distance between workers' CPUs; pin the workers (--pin %s,"
                  .formatted(chosen.name(), Pinning.CORES.label())
              + " RuntimeBuilder.pin)");
    }
  }
}
