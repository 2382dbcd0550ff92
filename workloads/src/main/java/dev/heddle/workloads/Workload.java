package dev.heddle.workloads;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a JMH {@code @Benchmark} method a workload: something to run every strategy on.
 *
 * <p>The method takes a {@link RuntimeState}, works on its runtime only, reports its score in
 * nanoseconds per unit (average time, {@code @OperationsPerInvocation} = units per call), checks
 * what it counted and throws a {@link WorkloadFailure} if that is off.
 *
 * <p>A workload whose question is not one of time is a gauge: it names what it measures as {@link
 * #gauge}, and passes a value per unit to {@link RuntimeState#gauge} in every call. That is its
 * score then, and less must be better; the time is recorded all the same.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Workload {

  /** The name users type: short, lower case, words joined by hyphens; unique. */
  String name();

  /** What is counted, in the singular, such as {@code spawn}: the score is ns per this. */
  String unit();

  /** What a gauge's score is in, such as {@code B}, per unit; empty if the score is time. */
  String gauge() default "";

  /** What it does, in one line without a full stop. */
  String summary();

  /**
   * Whether it runs on a runtime, and so is run with every strategy. A workload without one takes
   * an {@link AloneState} in place of a {@link RuntimeState}.
   */
  boolean strategies() default true;

  /**
   * The workload whose work this one does by somebody else's means, such as the JDK alone; empty if
   * there is none. Where both run, it is a row of that one's table, compared with its baseline. So
   * the two count the same, in the same unit.
   */
  String peerOf() default "";

  /** Whether it can be run here, such as one that needs a library which may be missing. */
  Class<? extends Availability> availability() default Availability.Always.class;

  /** What it does with timers. */
  TimerUse timers() default TimerUse.NONE;

  /**
   * Whether it has sockets, and so is run with every driver; the {@link RuntimeState} has one then.
   */
  boolean drivers() default false;

  /**
   * With how many connections it is run unless told otherwise, ascending; it has a JMH parameter
   * {@code connections} then. Empty: it has none.
   */
  int[] connections() default {};

  /**
   * With how many bytes a request it is run unless told otherwise, ascending; it has a JMH
   * parameter {@code payload} then. Empty: it has none.
   */
  int[] payloads() default {};

  /**
   * What is asked for in an open loop unless told otherwise, by the names of {@link
   * dev.heddle.workloads.service.RequestSource}; it has a JMH parameter {@code requests} then.
   * Empty: it has none.
   */
  String[] requests() default {};

  /**
   * At which loads it is run unless told otherwise, in percent of each strategy's own peak,
   * ascending; it has a JMH parameter {@code load} then, and in its place, if that is not 0, {@code
   * rate}, in requests a second. Empty: it has neither.
   */
  int[] loads() default {};

  /**
   * At which sizes it is run unless told otherwise, ascending; it has a JMH parameter {@code size}
   * then. Empty: it has none.
   */
  int[] sizes() default {};

  /** The least of its sizes that can be asked for, such as how many timers one call uses. */
  int leastSize() default 1;

  /** How much heap it needs for each one of its size, at most; 0 if the usual heap does always. */
  int heapBytesPerSize() default 0;

  /** How much heap it needs with any strategy, if the usual one is too small; else 0. */
  int heapMebibytes() default 0;
}
