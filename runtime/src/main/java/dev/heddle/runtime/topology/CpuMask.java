package dev.heddle.runtime.topology;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * A set of CPUs as the kernel's {@code cpu_set_t}: an array of 64-bit words, CPU n being bit n % 64
 * of word n / 64. As long as the largest CPU asks for, and not the 1,024 bits of the C library's
 * fixed type.
 */
public final class CpuMask {
  private CpuMask() {}

  public static long[] of(Collection<Integer> cpus) {
    BitSet bits = new BitSet();
    cpus.forEach(bits::set);
    return bits.toLongArray();
  }

  public static List<Integer> cpus(long[] words) {
    return BitSet.valueOf(words).stream().boxed().toList();
  }
}
