package dev.heddle.runtime.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;

import dev.heddle.runtime.spi.Distance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementTest {
  /** 256 CPUs are thousands of files: written once for all who look at them. */
  private static Placement complexes = new Placement(List.of(new Cpu(0, 0, 0, 0, 0)));

  @TempDir private Path sysfs;

  @BeforeAll
  static void writeComplexes(@TempDir Path directory) throws IOException {
    complexes = on(SysfsTree.twoSocketsOfComplexes(directory));
  }

  @Test
  void workersTakeCpusInTheOrderOfACoreSweep() throws IOException {
    Placement placement = on(SysfsTree.siblingsAdjacent(sysfs));
    assertThat(cpus(placement, 10)).containsExactly(0, 2, 4, 6, 8, 10, 12, 14, 1, 3);
  }

  @Test
  void moreWorkersThanCpusGoRoundAgain() throws IOException {
    Placement placement = on(SysfsTree.siblingsAdjacent(sysfs), List.of(4, 3, 2));
    assertThat(cpus(placement, 7)).containsExactly(2, 4, 3, 2, 4, 3, 2);
    assertThat(placement.distance(0, 3)).as("the same CPU").isEqualTo(Distance.CORE);
    assertThat(placement.distance(0, 2)).as("its sibling").isEqualTo(Distance.CORE);
  }

  @Test
  void noCpuIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Placement.on(List.of()));
  }

  @Test
  void twoCpusOfASmallMachineShareTheirCache() throws IOException {
    Placement placement = on(SysfsTree.oneSocketTwoCpus(sysfs));
    assertThat(placement.distance(0, 1)).isEqualTo(Distance.CACHE);
    assertThat(placement.distance(1, 1)).isEqualTo(Distance.CORE);
  }

  @Test
  void siblingsShareTheirCoreHoweverTheyAreNumbered() throws IOException {
    for (SysfsTree tree :
        List.of(
            SysfsTree.siblingsAdjacent(sysfs.resolve("adjacent")),
            SysfsTree.siblingsEightApart(sysfs.resolve("apart")))) {
      assertThat(fromFirst(tree)).isEqualTo(Map.of(Distance.CORE, 2, Distance.CACHE, 14));
    }
  }

  @Test
  void theOtherSocketIsRemote() throws IOException {
    assertThat(fromFirst(SysfsTree.twoSockets(sysfs)))
        .isEqualTo(Map.of(Distance.CORE, 2, Distance.CACHE, 30, Distance.REMOTE, 32));
  }

  @Test
  void anotherComplexOfTheSameSocketIsFartherThanTheOwn() {
    assertThat(fromFirst(complexes))
        .isEqualTo(
            Map.of(
                Distance.CORE, 2, Distance.CACHE, 14, Distance.SOCKET, 112, Distance.REMOTE, 128));
  }

  @Test
  void allThreeOtherSocketsAreRemote() throws IOException {
    assertThat(fromFirst(SysfsTree.fourSockets(sysfs)))
        .isEqualTo(Map.of(Distance.CORE, 2, Distance.CACHE, 54, Distance.REMOTE, 168));
  }

  @Test
  void coresThatShareNoCacheShareTheSocket() throws IOException {
    assertThat(fromFirst(SysfsTree.oneSocketOfArmCores(sysfs)))
        .isEqualTo(Map.of(Distance.CORE, 1, Distance.SOCKET, 127));
  }

  @Test
  void distancesAreSymmetricAndNoShorterRoundAThird() {
    int[] some = IntStream.range(0, 256).filter(worker -> worker % 9 == 0).toArray();
    for (int a : some) {
      for (int b : some) {
        Distance direct = complexes.distance(a, b);
        assertThat(complexes.distance(b, a)).isEqualTo(direct);
        for (int c : some) {
          // Each level is a partition, and each contains the one before.
          if (direct.compareTo(max(complexes.distance(a, c), complexes.distance(c, b))) > 0) {
            fail("%d is farther from %d than by way of %d", a, b, c);
          }
        }
      }
    }
  }

  private static Distance max(Distance one, Distance other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** How many workers are at which distance from worker 0, itself included, with one per CPU. */
  private static Map<Distance, Integer> fromFirst(SysfsTree tree) throws IOException {
    return fromFirst(on(tree));
  }

  private static Map<Distance, Integer> fromFirst(Placement placement) {
    Map<Distance, Integer> counts = new EnumMap<>(Distance.class);
    for (int worker = 0; worker < placement.order().size(); worker++) {
      counts.merge(placement.distance(0, worker), 1, Integer::sum);
    }
    return counts;
  }

  private static List<Integer> cpus(Placement placement, int workers) {
    return IntStream.range(0, workers).mapToObj(worker -> placement.of(worker).id()).toList();
  }

  private static Placement on(SysfsTree tree) throws IOException {
    return on(tree, tree.cpus());
  }

  private static Placement on(SysfsTree tree, Collection<Integer> allowed) throws IOException {
    return Placement.on(CpuTopology.read(tree.root(), allowed));
  }
}
