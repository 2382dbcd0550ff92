package dev.heddle.runtime.topology;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.List;

/**
 * On which CPUs the calling thread may run: {@code sched_getaffinity(2)} and {@code
 * sched_setaffinity(2)} of the C library, called directly. Linux only; the caller must be a
 * platform thread. Threads and processes that a thread starts inherit its CPUs.
 */
public final class Affinity {
  /** The kernel's own limit (NR_CPUS) is 8,192 on the largest builds; far above that we give up. */
  private static final int MAX_WORDS = 1 << 14;

  private static final int EINVAL = 22;
  private static final int CALLING_THREAD = 0;

  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CALL_STATE.varHandle(StructLayout.PathElement.groupElement("errno"));
  private static final MethodHandle GET = link("sched_getaffinity");
  private static final MethodHandle SET = link("sched_setaffinity");

  private Affinity() {}

  /**
   * The CPUs the calling thread may run on, ascending: those of its cpuset that it did not give up.
   */
  public static List<Integer> get() {
    // The kernel refuses a buffer below its own size, which no call tells: 1,024 CPUs, then
    // doubled.
    for (int words = 16; words <= MAX_WORDS; words *= 2) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment mask = arena.allocate(JAVA_LONG, words);
        int errno = call(GET, arena, mask);
        if (errno == 0) {
          return CpuMask.cpus(mask.toArray(JAVA_LONG));
        }
        if (errno != EINVAL) {
          throw new IllegalStateException("sched_getaffinity failed with errno " + errno);
        }
      }
    }
    throw new IllegalStateException(
        "sched_getaffinity wants a mask of over " + MAX_WORDS + " words");
  }

  /**
   * Lets the calling thread run on these CPUs only.
   *
   * @throws IllegalStateException if the kernel refuses, because none of them is in its cpuset
   */
  public static void set(Collection<Integer> cpus) {
    try (Arena arena = Arena.ofConfined()) {
      int errno = call(SET, arena, arena.allocateFrom(JAVA_LONG, CpuMask.of(cpus)));
      if (errno != 0) {
        throw new IllegalStateException(
            "sched_setaffinity to CPUs %s failed with errno %d"
                .formatted(CpuList.format(cpus), errno));
      }
    }
  }

  private static int call(MethodHandle function, Arena arena, MemorySegment mask) {
    MemorySegment state = arena.allocate(CALL_STATE);
    try {
      int result = (int) function.invokeExact(state, CALLING_THREAD, mask.byteSize(), mask);
      return result == 0 ? 0 : (int) ERRNO.get(state, 0L);
    } catch (Throwable e) {
      throw new IllegalStateException("a native call could not be made", e);
    }
  }

  private static MethodHandle link(String name) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
        Linker.Option.captureCallState("errno"));
  }
}
