package dev.heddle.drivers.uring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/**
 * The system calls that rings and their sockets need, all through the one function {@code
 * syscall(2)} of the C library: linking a function costs some 0.4 s, so one shape serves all.
 *
 * <p>Every call returns what the kernel does, or the {@linkplain Errno error} negated. None throws
 * and none allocates, but the first of each thread. Any thread may call; a virtual one is pinned to
 * its carrier meanwhile. Addresses are those of native memory that outlives the call. Nothing is
 * linked before the first call; it throws {@link IllegalCallerException}, within an {@link
 * ExceptionInInitializerError}, where native access is denied.
 */
final class Syscalls {
  static final int PROT_READ_WRITE = 3;
  static final int MAP_SHARED = 0x1;
  static final int MAP_PRIVATE = 0x2;
  static final int MAP_ANONYMOUS = 0x20;
  static final int MAP_POPULATE = 0x8000;
  static final int MADV_HUGEPAGE = 14;
  static final int EFD_CLOEXEC = 0x80000;
  static final int EFD_NONBLOCK = 0x800;

  static final int AF_UNIX = 1;
  static final int AF_INET = 2;
  static final int AF_INET6 = 10;
  static final int SOCK_STREAM = 1;
  static final int SOCK_DGRAM = 2;
  static final int SOCK_NONBLOCK = 0x800;
  static final int SOCK_CLOEXEC = 0x80000;
  static final int MSG_DONTWAIT = 0x40;
  static final int MSG_NOSIGNAL = 0x4000;

  /** Of a request in the ring: it completes when all is sent, or no more can be. */
  static final int MSG_WAITALL = 0x100;

  static final int SHUT_RD = 0;
  static final int SHUT_WR = 1;
  static final int SHUT_RDWR = 2;
  static final int SOL_SOCKET = 1;
  static final int SO_REUSEADDR = 2;
  static final int SO_ERROR = 4;
  static final int SO_SNDBUF = 7;
  static final int SO_RCVBUF = 8;
  static final int SO_LINGER = 13;
  static final int SO_REUSEPORT = 15;
  static final int IPPROTO_TCP = 6;
  static final int TCP_NODELAY = 1;
  static final int IPPROTO_IPV6 = 41;
  static final int IPV6_V6ONLY = 26;
  static final int F_GETFL = 3;
  static final int F_SETFL = 4;
  static final int O_NONBLOCK = 0x800;

  private static final String ARCHITECTURE = System.getProperty("os.arch", "");
  private static final boolean X86_64 = ARCHITECTURE.equals("amd64");
  private static final boolean AARCH64 = ARCHITECTURE.equals("aarch64");

  private static final int READ = number(0, 63);
  private static final int WRITE = number(1, 64);
  private static final int CLOSE = number(3, 57);
  private static final int MMAP = number(9, 222);
  private static final int MUNMAP = number(11, 215);
  private static final int MADVISE = number(28, 233);
  private static final int SOCKET = number(41, 198);
  private static final int CONNECT = number(42, 203);
  private static final int SENDTO = number(44, 206);
  static final int RECVFROM = number(45, 207);
  private static final int SHUTDOWN = number(48, 210);
  private static final int BIND = number(49, 200);
  private static final int LISTEN = number(50, 201);
  private static final int GETSOCKNAME = number(51, 204);
  private static final int GETPEERNAME = number(52, 205);
  private static final int SETSOCKOPT = number(54, 208);
  private static final int GETSOCKOPT = number(55, 209);
  private static final int FCNTL = number(72, 25);
  private static final int ACCEPT4 = number(288, 242);
  private static final int EVENTFD2 = number(290, 19);
  private static final int IO_URING_SETUP = number(425, 425);
  private static final int IO_URING_ENTER = number(426, 426);
  private static final int IO_URING_REGISTER = number(427, 427);

  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO_OFFSET =
      STATE.byteOffset(StructLayout.PathElement.groupElement("errno"));

  /** Where a thread's error number goes. An automatic arena, so that it ends with its thread. */
  private static final ThreadLocal<MemorySegment> ERRNO =
      ThreadLocal.withInitial(Syscalls::newState);

  /** A class of its own, so that it is linked when it is first called and not before. */
  private static final class Linked {
    // Never critical: enter blocks, and a critical call holds up every garbage collection.
    static final MethodHandle SYSCALL =
        Linker.nativeLinker()
            .downcallHandle(
                Linker.nativeLinker().defaultLookup().findOrThrow("syscall"),
                FunctionDescriptor.of(
                    JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                    JAVA_LONG),
                Linker.Option.firstVariadicArg(1),
                Linker.Option.captureCallState("errno"));

    private Linked() {}
  }

  private Syscalls() {}

  /** Whether the numbers below are those of this machine. */
  static boolean knowsArchitecture() {
    return X86_64 || AARCH64;
  }

  static int number(int x86, int arm) {
    return X86_64 ? x86 : AARCH64 ? arm : -1;
  }

  /** Memory for the error number of one caller at a time, kept for as long as it is reachable. */
  static MemorySegment newState() {
    return Arena.ofAuto().allocate(STATE);
  }

  /**
   * Any system call.
   *
   * @param state from {@link #newState}, used by no other thread meanwhile
   */
  static long call(
      MemorySegment state, long number, long a, long b, long c, long d, long e, long f) {
    long result;
    try {
      result = (long) Linked.SYSCALL.invokeExact(state, number, a, b, c, d, e, f);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable thrown) {
      throw new IllegalStateException("a system call could not be made", thrown);
    }
    return result == -1 ? -Memory.getInt(state.address() + ERRNO_OFFSET) : result;
  }

  private static long call(long number, long a, long b, long c, long d, long e, long f) {
    return call(ERRNO.get(), number, a, b, c, d, e, f);
  }

  private static int call(long number, long a, long b, long c) {
    return (int) call(ERRNO.get(), number, a, b, c, 0, 0, 0);
  }

  /** A new ring of so many entries; returns its descriptor and fills in the parameters. */
  static int ioUringSetup(int entries, long parameters) {
    return call(IO_URING_SETUP, entries, parameters, 0);
  }

  /**
   * Hands requests over, and waits; returns how many it took.
   *
   * @param state from {@link #newState}: the one call that is hot
   */
  static int ioUringEnter(
      MemorySegment state,
      int ring,
      int submit,
      int least,
      int flags,
      long argument,
      long argumentBytes) {
    return (int) call(state, IO_URING_ENTER, ring, submit, least, flags, argument, argumentBytes);
  }

  static int ioUringRegister(int ring, int operation, long argument, int count) {
    return (int) call(IO_URING_REGISTER, ring, operation, argument, count, 0, 0);
  }

  /** Maps memory; returns its address. */
  static long mmap(long length, int flags, int descriptor, long offset) {
    return call(MMAP, 0, length, PROT_READ_WRITE, flags, descriptor, offset);
  }

  static int munmap(long address, long length) {
    return call(MUNMAP, address, length, 0);
  }

  static int madvise(long address, long length, int advice) {
    return call(MADVISE, address, length, advice);
  }

  static int eventfd(int flags) {
    return call(EVENTFD2, 0, flags, 0);
  }

  static long read(int descriptor, long address, long length) {
    return call(READ, descriptor, address, length, 0, 0, 0);
  }

  static long write(int descriptor, long address, long length) {
    return call(WRITE, descriptor, address, length, 0, 0, 0);
  }

  /** Closes a descriptor, which is gone afterwards whatever this returns. */
  static int close(int descriptor) {
    return call(CLOSE, descriptor, 0, 0);
  }

  static int socket(int family, int type, int protocol) {
    return call(SOCKET, family, type, protocol);
  }

  static int bind(int socket, long sockaddr, int length) {
    return call(BIND, socket, sockaddr, length);
  }

  static int listen(int socket, int backlog) {
    return call(LISTEN, socket, backlog, 0);
  }

  static int connect(int socket, long sockaddr, int length) {
    return call(CONNECT, socket, sockaddr, length);
  }

  /**
   * Takes a connection; returns its descriptor.
   *
   * @param sockaddr where the peer's address goes, or 0
   * @param length an int with the room there, which becomes the address's length, or 0
   */
  static int accept4(int socket, long sockaddr, long length, int flags) {
    return (int) call(ACCEPT4, socket, sockaddr, length, flags, 0, 0);
  }

  /** Sends without blocking and without SIGPIPE. */
  static long send(int socket, long address, long length) {
    return call(SENDTO, socket, address, length, MSG_DONTWAIT | MSG_NOSIGNAL, 0, 0);
  }

  /** Receives without blocking; 0 at the end of the stream. */
  static long recv(int socket, long address, long length) {
    return call(RECVFROM, socket, address, length, MSG_DONTWAIT, 0, 0);
  }

  /** Sends a datagram, likewise. */
  static long sendto(int socket, long address, long length, long sockaddr, int sockaddrLength) {
    int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
    return call(SENDTO, socket, address, length, flags, sockaddr, sockaddrLength);
  }

  /**
   * Receives a datagram without blocking, and cuts it to the room there is.
   *
   * @param sockaddr where the sender's address goes
   * @param sockaddrLength an int with the room there, which becomes the address's length
   */
  static long recvfrom(int socket, long address, long length, long sockaddr, long sockaddrLength) {
    return call(RECVFROM, socket, address, length, MSG_DONTWAIT, sockaddr, sockaddrLength);
  }

  static int shutdown(int socket, int how) {
    return call(SHUTDOWN, socket, how, 0);
  }

  static int setsockopt(int socket, int level, int option, long value, int length) {
    return (int) call(SETSOCKOPT, socket, level, option, value, length, 0);
  }

  /**
   * Reads a socket's option.
   *
   * @param length an int with the room there, which becomes the value's length
   */
  static int getsockopt(int socket, int level, int option, long value, long length) {
    return (int) call(GETSOCKOPT, socket, level, option, value, length, 0);
  }

  static int getsockname(int socket, long sockaddr, long length) {
    return call(GETSOCKNAME, socket, sockaddr, length);
  }

  static int getpeername(int socket, long sockaddr, long length) {
    return call(GETPEERNAME, socket, sockaddr, length);
  }

  static int fcntl(int descriptor, int command, long argument) {
    return call(FCNTL, descriptor, command, argument);
  }
}
