package dev.heddle.drivers.uring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Sets a ring up, step by step down a ladder: with all the flags that make it cheap; where the
 * kernel does not know one (EINVAL), with fewer; where memory does not suffice (ENOMEM), with half
 * the entries. Then the queues are mapped and the kernel is asked for every kind of request that a
 * driver needs. A step that fails for good undoes those before it.
 *
 * <p>The ring comes disabled: any thread may make it, and the one that enters it first is then the
 * one that the kernel takes for its owner.
 */
final class RingSetup {
  private static final int ALWAYS = Abi.SETUP_SUBMIT_ALL | Abi.SETUP_CQSIZE | Abi.SETUP_R_DISABLED;

  /**
   * One owner. Deferred task work is run where the owner waits and nowhere else (Linux 6.1); no
   * array of indices saves a store and a cache line (6.6). The last rung is 6.0, which also brought
   * multishot receive: there is nothing below.
   */
  private static final int[] OWNED = {
    ALWAYS
        | Abi.SETUP_SINGLE_ISSUER
        | Abi.SETUP_DEFER_TASKRUN
        | Abi.SETUP_TASKRUN_FLAG
        | Abi.SETUP_NO_SQARRAY,
    ALWAYS | Abi.SETUP_SINGLE_ISSUER | Abi.SETUP_DEFER_TASKRUN | Abi.SETUP_TASKRUN_FLAG,
    ALWAYS | Abi.SETUP_SINGLE_ISSUER | Abi.SETUP_COOP_TASKRUN | Abi.SETUP_TASKRUN_FLAG,
  };

  /**
   * Several threads in turn. Task work runs in the thread that submitted the request, and must
   * interrupt it there: with COOP_TASKRUN a thread that went off to compute would withhold
   * completions from the one that waits.
   */
  private static final int[] SHARED = {ALWAYS | Abi.SETUP_NO_SQARRAY, ALWAYS};

  private static final int FEATURES_NEEDED =
      Abi.FEAT_SINGLE_MMAP | Abi.FEAT_NODROP | Abi.FEAT_EXT_ARG | Abi.FEAT_CQE_SKIP;

  // struct io_uring_params
  private static final int PARAMS_BYTES = 120;
  private static final int SQ_ENTRIES = 0;
  private static final int CQ_ENTRIES = 4;
  private static final int FLAGS = 8;
  private static final int FEATURES = 20;
  private static final int SQ_HEAD = 40;
  private static final int SQ_TAIL = 44;
  private static final int SQ_FLAGS = 56;
  private static final int SQ_ARRAY = 64;
  private static final int CQ_HEAD = 80;
  private static final int CQ_TAIL = 84;
  private static final int CQ_CQES = 100;

  private static final int SQE_BYTES = 64;
  private static final int CQE_BYTES = 16;

  // struct io_uring_probe
  private static final int PROBE_OPS = 256;
  private static final int PROBE_HEADER_BYTES = 16;
  private static final int PROBE_OP_BYTES = 8;
  private static final int PROBE_LAST_OP = 0;
  private static final int PROBE_OP_FLAGS = 2;
  private static final int OP_SUPPORTED = 1;

  private record Op(int code, String name) {}

  private static final List<Op> NEEDED =
      List.of(
          new Op(Abi.OP_NOP, "NOP"),
          new Op(Abi.OP_POLL_ADD, "POLL_ADD"),
          new Op(Abi.OP_POLL_REMOVE, "POLL_REMOVE"),
          new Op(Abi.OP_SENDMSG, "SENDMSG"),
          new Op(Abi.OP_RECVMSG, "RECVMSG"),
          new Op(Abi.OP_ACCEPT, "ACCEPT"),
          new Op(Abi.OP_ASYNC_CANCEL, "ASYNC_CANCEL"),
          new Op(Abi.OP_CONNECT, "CONNECT"),
          new Op(Abi.OP_CLOSE, "CLOSE"),
          new Op(Abi.OP_READ, "READ"),
          new Op(Abi.OP_SEND, "SEND"),
          new Op(Abi.OP_RECV, "RECV"),
          new Op(Abi.OP_SHUTDOWN, "SHUTDOWN"),
          new Op(Abi.OP_MSG_RING, "MSG_RING"));

  final int descriptor;
  final Obtained obtained;
  private final long rings;
  private final long ringsBytes;
  final long sqes;
  private final long sqesBytes;
  final long sqHead;
  final long sqTail;
  final long sqFlags;
  final long cqHead;
  final long cqTail;
  final long cqes;

  private RingSetup(int descriptor, Queues queues, long params, List<String> refusals)
      throws UnavailableException {
    this.descriptor = descriptor;
    this.rings = queues.rings();
    this.ringsBytes = queues.ringsBytes();
    this.sqes = queues.sqes();
    this.sqesBytes = queues.sqesBytes();
    this.obtained =
        new Obtained(
            kernel(),
            Memory.getInt(params + FLAGS),
            Memory.getInt(params + FEATURES),
            Memory.getInt(params + SQ_ENTRIES),
            Memory.getInt(params + CQ_ENTRIES),
            refusals);
    this.sqHead = rings + Memory.getInt(params + SQ_HEAD);
    this.sqTail = rings + Memory.getInt(params + SQ_TAIL);
    this.sqFlags = rings + Memory.getInt(params + SQ_FLAGS);
    this.cqHead = rings + Memory.getInt(params + CQ_HEAD);
    this.cqTail = rings + Memory.getInt(params + CQ_TAIL);
    this.cqes = rings + Memory.getInt(params + CQ_CQES);
    if ((obtained.flags() & Abi.SETUP_NO_SQARRAY) == 0) {
      // The array says in which order entries are taken. Ours are taken as they lie.
      long array = rings + Memory.getInt(params + SQ_ARRAY);
      for (int i = 0; i < obtained.entries(); i++) {
        Memory.putInt(array + (long) Integer.BYTES * i, i);
      }
    }
    try {
      probe();
    } catch (UnavailableException e) {
      release();
      throw e;
    }
  }

  /** How many rungs the ladder has. */
  static int rungs(boolean shared) {
    return (shared ? SHARED : OWNED).length;
  }

  /**
   * A ring that is mapped and still disabled; {@link #release} gives it back.
   *
   * @param firstRung where to start on the ladder; not 0 only for a test of what older kernels give
   */
  static RingSetup open(RingOptions options, int firstRung) throws UnavailableException {
    int[] ladder = options.shared() ? SHARED : OWNED;
    List<String> refusals = new ArrayList<>();
    int rung = firstRung;
    int entries = options.entries();
    int completions = options.completionEntries();
    try (Arena arena = Arena.ofConfined()) {
      long params = arena.allocate(PARAMS_BYTES, Long.BYTES).address();
      while (true) {
        Memory.clear(params, PARAMS_BYTES);
        Memory.putInt(params + CQ_ENTRIES, completions);
        Memory.putInt(params + FLAGS, ladder[rung]);
        String call = "io_uring_setup";
        int failure = Syscalls.ioUringSetup(entries, params);
        if (failure >= 0) {
          int descriptor = failure;
          Queues queues = Queues.map(descriptor, params);
          if (queues.failure() == 0) {
            return new RingSetup(descriptor, queues, params, refusals);
          }
          call = "mmap of the ring";
          failure = queues.failure();
        }
        if (failure == -Errno.EINVAL && rung + 1 < ladder.length) {
          refusals.add(call + ": EINVAL with " + Abi.setupFlags(ladder[rung]));
          rung++;
        } else if (failure == -Errno.ENOMEM && entries > options.leastEntries()) {
          refusals.add(call + ": ENOMEM with " + entries + " entries");
          entries /= 2;
          completions /= 2;
        } else {
          throw new UnavailableException(reason(call, failure, entries));
        }
      }
    }
  }

  /** Where the queues are mapped, or why they are not: then the descriptor is closed. */
  private record Queues(long rings, long ringsBytes, long sqes, long sqesBytes, int failure) {

    static Queues map(int descriptor, long params) throws UnavailableException {
      int features = Memory.getInt(params + FEATURES);
      if ((features & FEATURES_NEEDED) != FEATURES_NEEDED) {
        Syscalls.close(descriptor);
        throw new UnavailableException(
            "io_uring_setup: features 0x%x are missing; this is Linux %s and 6.0 is needed"
                .formatted(FEATURES_NEEDED & ~features, kernel()));
      }
      int entries = Memory.getInt(params + SQ_ENTRIES);
      long array = Memory.getInt(params + SQ_ARRAY) + (long) Integer.BYTES * entries;
      long cqes =
          Memory.getInt(params + CQ_CQES) + (long) CQE_BYTES * Memory.getInt(params + CQ_ENTRIES);
      long ringsBytes = Math.max(array, cqes); // both queues lie in one mapping
      long sqesBytes = (long) SQE_BYTES * entries;
      int how = Syscalls.MAP_SHARED | Syscalls.MAP_POPULATE;
      long rings = Syscalls.mmap(ringsBytes, how, descriptor, Abi.OFF_RINGS);
      if (rings < 0) {
        Syscalls.close(descriptor);
        return new Queues(0, 0, 0, 0, (int) rings);
      }
      long sqes = Syscalls.mmap(sqesBytes, how, descriptor, Abi.OFF_SQES);
      if (sqes < 0) {
        Syscalls.munmap(rings, ringsBytes);
        Syscalls.close(descriptor);
        return new Queues(0, 0, 0, 0, (int) sqes);
      }
      return new Queues(rings, ringsBytes, sqes, sqesBytes, 0);
    }
  }

  private void probe() throws UnavailableException {
    try (Arena arena = Arena.ofConfined()) {
      long probe =
          arena
              .allocate(PROBE_HEADER_BYTES + PROBE_OPS * PROBE_OP_BYTES, JAVA_LONG.byteAlignment())
              .address();
      int result = Syscalls.ioUringRegister(descriptor, Abi.REGISTER_PROBE, probe, PROBE_OPS);
      if (result < 0) {
        throw new UnavailableException(reason("io_uring_register of a probe", result, 0));
      }
      int last = Memory.getByte(probe + PROBE_LAST_OP) & 0xff;
      for (Op op : NEEDED) {
        long entry = probe + PROBE_HEADER_BYTES + (long) PROBE_OP_BYTES * op.code();
        if (op.code() > last || (Memory.getShort(entry + PROBE_OP_FLAGS) & OP_SUPPORTED) == 0) {
          throw new UnavailableException(
              "io_uring has no %s here; this is Linux %s and 6.0 is needed"
                  .formatted(op.name(), kernel()));
        }
      }
    }
  }

  /** Gives mappings and descriptor back. Nobody may look at the ring's memory afterwards. */
  void release() {
    Syscalls.munmap(sqes, sqesBytes);
    Syscalls.munmap(rings, ringsBytes);
    Syscalls.close(descriptor);
  }

  static String kernel() {
    return System.getProperty("os.version", "unknown");
  }

  /** Why a call was refused, in one line that says what can be done. */
  static String reason(String call, int failure, int entries) {
    return call
        + ": "
        + switch (-failure) {
          case Errno.EPERM -> "EPERM, denied by " + denier();
          case Errno.EACCES -> "EACCES, denied by a security module or a seccomp filter";
          case Errno.ENOSYS ->
              "ENOSYS, this kernel (%s) has no io_uring or a seccomp filter hides it"
                  .formatted(kernel());
          case Errno.EINVAL ->
              "EINVAL with the fewest flags too; this is Linux %s and 6.0 is needed"
                  .formatted(kernel());
          case Errno.ENOMEM ->
              "ENOMEM%s; locked memory is limited (ulimit -l), or memory is short"
                  .formatted(entries > 0 ? " with " + entries + " entries too" : "");
          case Errno.EMFILE -> "EMFILE, no descriptor is left (ulimit -n)";
          default -> Errno.text(failure);
        };
  }

  private static String denier() {
    String filter = "a seccomp filter or a security module";
    try {
      String disabled = Files.readString(Path.of("/proc/sys/kernel/io_uring_disabled")).strip();
      return disabled.equals("0")
          ? filter
          : "kernel.io_uring_disabled=" + disabled + " or " + filter;
    } catch (IOException e) {
      return filter; // the switch is younger than io_uring
    }
  }
}
