package dev.heddle.harness.run;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/**
 * Lets a fork die with the harness, even when the harness is killed: {@code prctl(2)} with {@code
 * PR_SET_PDEATHSIG}. JMH's own link breaks only at the end of an iteration, and never in a fork
 * that hangs. It is a profiler because those are what JMH loads into a fork.
 */
public final class OrphanGuard implements InternalProfiler {
  private static final int PR_SET_PDEATHSIG = 1;
  private static final long SIGKILL = 9;

  private boolean armed;

  @Override
  public String getDescription() {
    return "Ends the fork when the harness ends";
  }

  /** Arms once, on the thread that lasts as long as the fork: the signal is that thread's wish. */
  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    if (!armed) {
      armed = true;
      dieWithParent();
    }
  }

  @Override
  @SuppressWarnings("rawtypes") // as JMH declares it
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return List.of();
  }

  private static void dieWithParent() {
    Linker linker = Linker.nativeLinker();
    try {
      int result =
          (int)
              linker
                  .downcallHandle(
                      linker.defaultLookup().findOrThrow("prctl"),
                      FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG),
                      Linker.Option.firstVariadicArg(1))
                  .invokeExact(PR_SET_PDEATHSIG, SIGKILL);
      if (result != 0) {
        throw new IllegalStateException("prctl(PR_SET_PDEATHSIG) was refused");
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("prctl could not be called", e);
    }
  }
}
