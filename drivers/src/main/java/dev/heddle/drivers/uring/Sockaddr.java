package dev.heddle.drivers.uring;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * The kernel's form of an internet address: {@code struct sockaddr_in} and {@code sockaddr_in6} in
 * native memory.
 */
final class Sockaddr {
  /** Room for either. */
  static final int MAX_BYTES = 28;

  private static final int IPV4_BYTES = 16;
  private static final int PORT = 2;
  private static final int IPV4_ADDRESS = 4;
  private static final int IPV6_ADDRESS = 8;
  private static final int IPV6_SCOPE = 24;

  private Sockaddr() {}

  /** The address family: {@code AF_INET} or {@code AF_INET6}. */
  static int family(InetSocketAddress address) {
    return address.getAddress() instanceof Inet4Address ? Syscalls.AF_INET : Syscalls.AF_INET6;
  }

  /**
   * Writes an address into {@link #MAX_BYTES} bytes; returns its length.
   *
   * @throws IllegalArgumentException if it is unresolved
   */
  static int write(InetSocketAddress address, long into) {
    InetAddress host = address.getAddress();
    if (host == null) {
      throw new IllegalArgumentException("the address is not resolved: " + address);
    }
    Memory.clear(into, MAX_BYTES);
    Memory.putShort(into, (short) family(address));
    Memory.putShort(into + PORT, Short.reverseBytes((short) address.getPort()));
    byte[] bytes = host.getAddress();
    if (host instanceof Inet6Address v6) {
      Memory.put(into + IPV6_ADDRESS, bytes, 0, bytes.length);
      Memory.putInt(into + IPV6_SCOPE, v6.getScopeId());
      return MAX_BYTES;
    }
    Memory.put(into + IPV4_ADDRESS, bytes, 0, bytes.length);
    return IPV4_BYTES;
  }

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException if it is no internet address
   */
  static InetSocketAddress read(long from) {
    int family = Memory.getShort(from);
    int port = Short.toUnsignedInt(Short.reverseBytes(Memory.getShort(from + PORT)));
    try {
      if (family == Syscalls.AF_INET) {
        byte[] bytes = new byte[4];
        Memory.get(from + IPV4_ADDRESS, bytes, 0, bytes.length);
        return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
      }
      if (family == Syscalls.AF_INET6) {
        byte[] bytes = new byte[16];
        Memory.get(from + IPV6_ADDRESS, bytes, 0, bytes.length);
        int scope = Memory.getInt(from + IPV6_SCOPE);
        InetAddress host =
            scope == 0
                ? InetAddress.getByAddress(bytes)
                : Inet6Address.getByAddress(null, bytes, scope);
        return new InetSocketAddress(host, port);
      }
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of the right length is refused", e);
    }
    throw new IllegalArgumentException("no internet address: family " + family);
  }
}
