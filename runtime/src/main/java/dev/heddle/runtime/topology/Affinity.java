package dev.heddle.runtime.topology;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * On which CPUs the calling thread may run: {@code sched_getaffinity(2)} and {@code
 * sched_setaffinity(2)} of the C library, called directly. Linux only; the caller must be a
 * platform thread. Threads and processes that a thread starts inherit its CPUs.
 */
public final class Affinity {
  /** The kernel's own limit (NR_CPUS) is 8,192 on the largest builds; far above that we give up. */
  private static final int MAX_WORDS = 1 << 14;

  private static final int EINVAL = 22;
  private static final int ESRCH = 3;
  private static final int CALLING_THREAD = 0;

  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CALL_STATE.varHandle(StructLayout.PathElement.groupElement("errno"));
  private static final String GET = "sched_getaffinity";
  private static final String SET = "sched_setaffinity";
  private static final Linker LINKER = Linker.nativeLinker();

  /** A class of its own, so that a system without these functions can be told of. */
  private static final class Calls {
    static final MethodHandle GET = link(Affinity.GET);
    static final MethodHandle SET = link(Affinity.SET);

    private Calls() {}

    private static MethodHandle link(String name) {
      return LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow(name),
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
          Linker.Option.captureCallState("errno"));
    }
  }

  private Affinity() {}

  /** Why nothing here can be called on this system, in one line; empty if it can. */
  public static Optional<String> unavailable() {
    return unavailable(LINKER.defaultLookup());
  }

  static Optional<String> unavailable(SymbolLookup library) {
    return library.find(GET).isPresent() && library.find(SET).isPresent()
        ? Optional.empty()
        : Optional.of("this system has no " + SET + ", which is Linux's");
  }

  /**
   * The CPUs the calling thread may run on, ascending: those of its cpuset that it did not give up.
   */
  public static List<Integer> get() {
    return get(CALLING_THREAD);
  }

  /**
   * The CPUs this process was given, ascending: those of its first thread, which Java's launcher
   * leaves asleep. So what any thread of ours has given up does not change them.
   */
  public static List<Integer> ofProcess() {
    return get(Math.toIntExact(ProcessHandle.current().pid()));
  }

  /**
   * Moves the threads that got their CPUs from the calling one to others: those of this process
   * that have exactly the same. A pool starts its threads when it is handed a task, so by the
   * thread that hands it over. O(threads), with two system calls for each.
   *
   * @return how many were moved
   * @throws IllegalStateException if the kernel refuses
   */
  public static int moveHeirs(Collection<Integer> to) {
    List<Integer> own = get();
    int moved = 0;
    for (int thread : otherThreads()) {
      try {
        if (get(thread).equals(own)) {
          set(thread, to);
          moved++;
        }
      } catch (ThreadEnded ended) {
        // and needs no CPUs
      }
    }
    return moved;
  }

  private static List<Integer> otherThreads() {
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      Path calling = Path.of("/proc/thread-self").toRealPath().getFileName();
      return threads
          .map(Path::getFileName)
          .filter(name -> !name.equals(calling))
          .map(name -> Integer.valueOf(name.toString()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not list the threads of this process", e);
    }
  }

  private static final class ThreadEnded extends IllegalStateException {
    private static final long serialVersionUID = 1;

    ThreadEnded(String call) {
      super(call + " found that the thread has ended");
    }
  }

  private static List<Integer> get(int thread) {
    // The kernel refuses a buffer below its own size, which no call tells: 1,024 CPUs, then
    // doubled.
    for (int words = 16; words <= MAX_WORDS; words *= 2) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment mask = arena.allocate(JAVA_LONG, words);
        int errno = call(Calls.GET, thread, arena, mask);
        if (errno == 0) {
          return CpuMask.cpus(mask.toArray(JAVA_LONG));
        }
        if (errno == ESRCH) {
          throw new ThreadEnded(GET);
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
    set(CALLING_THREAD, cpus);
  }

  private static void set(int thread, Collection<Integer> cpus) {
    try (Arena arena = Arena.ofConfined()) {
      int errno = call(Calls.SET, thread, arena, arena.allocateFrom(JAVA_LONG, CpuMask.of(cpus)));
      if (errno == ESRCH) {
        throw new ThreadEnded(SET);
      }
      if (errno != 0) {
        throw new IllegalStateException(
            "sched_setaffinity to CPUs %s failed with errno %d"
                .formatted(CpuList.format(cpus), errno));
      }
    }
  }

  private static int call(MethodHandle function, int thread, Arena arena, MemorySegment mask) {
    MemorySegment state = arena.allocate(CALL_STATE);
    try {
      int result = (int) function.invokeExact(state, thread, mask.byteSize(), mask);
      return result == 0 ? 0 : (int) ERRNO.get(state, 0L);
    } catch (Throwable e) {
      throw new IllegalStateException("a native call could not be made", e);
    }
  }
}
