package dev.heddle.runtime.topology;

import static dev.heddle.runtime.topology.SysfsTree.range;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuOrderTest {
  @TempDir private Path sysfs;

  @Test
  void cpusWithoutSiblingsComeByNumber() throws IOException {
    assertThat(order(SysfsTree.oneSocketTwoCpus(sysfs))).containsExactly(0, 1);
  }

  @Test
  void everyCoreComesBeforeAnySiblingWhereSiblingsAreNumberedLast() throws IOException {
    assertThat(order(SysfsTree.siblingsEightApart(sysfs))).isEqualTo(range(0, 16));
  }

  @Test
  void everyCoreComesBeforeAnySiblingWhereSiblingsAreNumberedTogether() throws IOException {
    assertThat(order(SysfsTree.siblingsAdjacent(sysfs)))
        .containsExactly(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
  }

  @Test
  void theSecondSocketComesAfterTheSiblingsOfTheFirst() throws IOException {
    List<Integer> expected = new ArrayList<>(range(0, 16));
    expected.addAll(range(32, 48));
    expected.addAll(range(16, 32));
    expected.addAll(range(48, 64));
    assertThat(order(SysfsTree.twoSockets(sysfs))).isEqualTo(expected);
  }

  @Test
  void theFirstCpusAreInThatOrderAmongThemselves() throws IOException {
    SysfsTree tree = SysfsTree.twoSockets(sysfs);
    List<Integer> order = order(tree);
    for (int some : List.of(1, 7, 16, 20, 32, 40, 64)) {
      assertThat(order(tree, order.subList(0, some))).isEqualTo(order.subList(0, some));
    }
  }

  @Test
  void aSiblingWhoseCoreIsNotOursCountsAsTheCore() throws IOException {
    SysfsTree tree = SysfsTree.siblingsEightApart(sysfs);
    assertThat(order(tree, List.of(1, 8, 9))).containsExactly(1, 8, 9);
  }

  @Test
  void cpusWithoutATopologyCountAsCoresOfTheirOwn() throws IOException {
    assertThat(CpuOrder.of(CpuTopology.read(sysfs, List.of(5, 3)))).containsExactly(3, 5);
  }

  @Test
  void nodesOfOneSocketAreFilledOneAfterTheOther() {
    List<Cpu> cpus =
        List.of(
            new Cpu(0, 0, 0, 0, 0),
            new Cpu(1, 0, 1, 1, 0),
            new Cpu(2, 0, 0, 2, 0),
            new Cpu(3, 0, 1, 3, 0));
    assertThat(CpuOrder.of(cpus)).containsExactly(0, 2, 1, 3);
  }

  private List<Integer> order(SysfsTree tree) throws IOException {
    return order(tree, tree.cpus());
  }

  private List<Integer> order(SysfsTree tree, Collection<Integer> allowed) throws IOException {
    return CpuOrder.of(CpuTopology.read(tree.root(), allowed));
  }
}
