package dev.heddle.drivers.uring;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;

/** What sockets are asked for without the ring: one system call each, and seldom. */
final class UringSockets {
  private static final int INT_BYTES = 4;

  private UringSockets() {}

  /** A call's result, or what it failed with. */
  static int check(String call, long result) throws IOException {
    if (result < 0) {
      throw failure(call, result);
    }
    return (int) result;
  }

  /** As the JDK's own sockets name it. */
  static IOException failure(String call, long result) {
    return switch ((int) -result) {
      case Errno.ECONNREFUSED -> new ConnectException("Connection refused");
      case Errno.ECONNRESET -> new SocketException("Connection reset");
      case Errno.EPIPE -> new IOException("Broken pipe");
      case Errno.EADDRINUSE -> new java.net.BindException("Address already in use");
      default -> new IOException(call + ": " + Errno.text(result));
    };
  }

  static int open(InetSocketAddress address, int type) throws IOException {
    if (address.isUnresolved()) {
      throw new java.net.UnknownHostException(address.getHostString());
    }
    return check(
        "socket", Syscalls.socket(Sockaddr.family(address), type | Syscalls.SOCK_CLOEXEC, 0));
  }

  static void bind(int socket, InetSocketAddress address) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      long sockaddr = arena.allocate(Sockaddr.MAX_BYTES, Long.BYTES).address();
      int length = Sockaddr.write(address, sockaddr);
      check("bind", Syscalls.bind(socket, sockaddr, length));
    }
  }

  static void set(int socket, int level, int option, int value) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      long place = arena.allocate(INT_BYTES, INT_BYTES).address();
      Memory.putInt(place, value);
      check("setsockopt", Syscalls.setsockopt(socket, level, option, place, INT_BYTES));
    }
  }

  static void noDelay(int socket, boolean on) throws IOException {
    set(socket, Syscalls.IPPROTO_TCP, Syscalls.TCP_NODELAY, on ? 1 : 0);
  }

  static InetSocketAddress local(int socket) throws IOException {
    return name(socket, false);
  }

  static InetSocketAddress peer(int socket) throws IOException {
    return name(socket, true);
  }

  private static InetSocketAddress name(int socket, boolean peer) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      long sockaddr = arena.allocate(Sockaddr.MAX_BYTES, Long.BYTES).address();
      long length = arena.allocate(INT_BYTES, INT_BYTES).address();
      Memory.putInt(length, Sockaddr.MAX_BYTES);
      check(
          peer ? "getpeername" : "getsockname",
          peer
              ? Syscalls.getpeername(socket, sockaddr, length)
              : Syscalls.getsockname(socket, sockaddr, length));
      return Sockaddr.read(sockaddr);
    }
  }
}
