package dev.heddle.runtime.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CpuMaskTest {

  @Test
  void cpuNIsBitNModulo64OfWordNDividedBy64() {
    assertThat(CpuMask.of(Set.of(0, 63, 64, 130))).containsExactly(1L | 1L << 63, 1L, 4L);
  }

  @Test
  void aMaskGrowsBeyondTheFixedTypeOfTheCLibrary() {
    assertThat(CpuMask.of(Set.of(4095))).hasSize(64).endsWith(1L << 63);
  }

  @Property
  void aMaskReadsBackAsTheCpusItWasMadeOf(@ForAll Set<@IntRange(max = 8191) Integer> cpus) {
    assertThat(CpuMask.cpus(CpuMask.of(cpus))).isEqualTo(new TreeSet<>(cpus).stream().toList());
  }
}
