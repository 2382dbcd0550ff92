package dev.heddle.runtime.topology;

import static dev.heddle.runtime.topology.SysfsTree.range;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuTopologyTest {
  @TempDir private Path sysfs;

  @Test
  void theLastLevelCacheIsNamedByTheFirstCpuThatSharesIt() throws IOException {
    List<Cpu> cpus = read(SysfsTree.twoSocketsOfComplexes(sysfs));
    assertThat(cpus.get(7)).isEqualTo(new Cpu(7, 0, 0, 7, 0));
    assertThat(cpus.get(8)).isEqualTo(new Cpu(8, 0, 0, 8, 8));
    assertThat(cpus.get(200)).isEqualTo(new Cpu(200, 1, 1, 72, 72));
    assertThat(cpus)
        .extracting(Cpu::cache)
        .containsOnly(0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120);
  }

  @Test
  void withoutAnL3TheL2IsTheLastLevel() throws IOException {
    assertThat(read(SysfsTree.oneSocketOfArmCores(sysfs)))
        .extracting(Cpu::cache)
        .isEqualTo(range(0, 128));
  }

  @Test
  void whereTheKernelTellsOfNoCacheTheSocketCounts() throws IOException {
    SysfsTree tree = SysfsTree.twoSockets(sysfs).withoutCaches();
    assertThat(read(tree)).allMatch(cpu -> cpu.cache() == 16 * cpu.socket());
    assertThat(read(tree, List.of(21, 20, 5, 3)))
        .containsExactly(
            new Cpu(3, 0, 0, 3, 3),
            new Cpu(5, 0, 0, 5, 3),
            new Cpu(20, 1, 1, 20, 20),
            new Cpu(21, 1, 1, 21, 20));
  }

  @Test
  void withoutAnyTopologyAllAreCoresOfOneSocket() throws IOException {
    assertThat(CpuTopology.read(sysfs, List.of(5, 3)))
        .containsExactly(new Cpu(3, 0, 0, 3, 3), new Cpu(5, 0, 0, 5, 3));
  }

  private static List<Cpu> read(SysfsTree tree) throws IOException {
    return read(tree, tree.cpus());
  }

  private static List<Cpu> read(SysfsTree tree, Collection<Integer> ids) throws IOException {
    return CpuTopology.read(tree.root(), ids);
  }
}
