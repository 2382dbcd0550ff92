package dev.heddle.strategies.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.heddle.runtime.WorkerCounters;
import dev.heddle.runtime.spi.Distance;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.topology.Cpu;
import dev.heddle.runtime.topology.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * On machines laid out as {@code SysfsTree} does it for the tests of the topology: one worker per
 * CPU unless said otherwise, in the order in which pinned workers get them.
 */
class StealOrderTest {
  private static final int MANY_ROUNDS = 2_000;

  /** Workers of which nothing is known but their number and, if they are pinned, their CPUs. */
  private record Workers(int workers, @Nullable Placement placement) implements PolicyContext {
    @Override
    public Distance distance(int worker, int other) {
      if (placement == null) {
        throw new IllegalArgumentException("not pinned");
      }
      return placement.distance(worker, other);
    }

    @Override
    public void unpark(int worker) {
      throw new AssertionError("nobody is woken");
    }

    @Override
    public WorkerCounters counters(int worker) {
      throw new AssertionError("nothing is counted");
    }

    @Override
    public long nanoTime() {
      throw new AssertionError("no time passes");
    }

    @Override
    public Options options() {
      return Options.defaults();
    }
  }

  private static Workers unpinned(int workers) {
    return new Workers(workers, null);
  }

  private static Workers pinned(int workers, int cpus, IntFunction<Cpu> machine) {
    return new Workers(workers, Placement.on(IntStream.range(0, cpus).mapToObj(machine).toList()));
  }

  /** One socket, 8 cores with their siblings 8 apart, one L3. */
  private static Workers oneSocket() {
    return pinned(16, 16, cpu -> new Cpu(cpu, 0, 0, cpu % 8, 0));
  }

  /** Two sockets of 64 cores in 8 complexes with an L3 each, siblings 128 above: EPYC 7003. */
  private static Workers twoSocketsOfComplexes() {
    return pinned(
        256,
        256,
        cpu -> {
          int core = cpu % 128;
          return new Cpu(cpu, core / 64, core / 64, core, core / 8 * 8);
        });
  }

  /** Four sockets of 28 cores with an L3 each, siblings 112 above: Xeon 8280. */
  private static Workers fourSockets() {
    return pinned(
        224,
        224,
        cpu -> {
          int core = cpu % 112;
          return new Cpu(cpu, core / 28, core / 28, core, core / 28 * 28);
        });
  }

  private static List<Integer> round(StealOrder order) {
    List<Integer> victims = new ArrayList<>();
    for (int victim = order.first(); victim != StealOrder.NONE; victim = order.next()) {
      victims.add(victim);
    }
    return victims;
  }

  private static List<Integer> others(int workers, int worker) {
    return IntStream.range(0, workers).filter(other -> other != worker).boxed().toList();
  }

  /** How many victims each distance has, in the order in which a round comes to them. */
  private static List<Map.Entry<Distance, Long>> runs(Workers workers, int worker) {
    List<Map.Entry<Distance, Long>> runs = new ArrayList<>();
    for (int victim : round(new StealOrder(workers, worker, true))) {
      Distance distance = workers.distance(worker, victim);
      if (!runs.isEmpty() && runs.getLast().getKey() == distance) {
        runs.set(runs.size() - 1, Map.entry(distance, runs.getLast().getValue() + 1));
      } else {
        runs.add(Map.entry(distance, 1L));
      }
    }
    return runs;
  }

  @Test
  void aRoundVisitsEachOtherWorkerOnce() {
    for (Workers workers :
        List.of(oneSocket(), twoSocketsOfComplexes(), fourSockets(), unpinned(3), unpinned(130))) {
      for (int worker = 0; worker < workers.workers(); worker += 3) {
        for (boolean near : new boolean[] {true, false}) {
          if (!near || workers.placement() != null) {
            StealOrder order = new StealOrder(workers, worker, near);
            for (int again = 0; again < 3; again++) {
              assertThat(round(order))
                  .containsExactlyInAnyOrderElementsOf(others(workers.workers(), worker));
              assertThat(order.next()).as("the round is over").isEqualTo(StealOrder.NONE);
            }
          }
        }
      }
    }
  }

  @Test
  void aRandomRoundGoesOnFromItsFirstVictimAndRoundTheEnd() {
    StealOrder order = new StealOrder(unpinned(6), 2, false);
    List<Integer> circle = others(6, 2);
    for (int again = 0; again < MANY_ROUNDS; again++) {
      List<Integer> victims = round(order);
      int start = circle.indexOf(victims.getFirst());
      assertThat(victims)
          .isEqualTo(
              IntStream.range(0, 5).mapToObj(step -> circle.get((start + step) % 5)).toList());
    }
  }

  @Test
  void everyOtherWorkerIsTheFirstAboutAsOften() {
    StealOrder order = new StealOrder(unpinned(6), 2, false);
    Map<Integer, Integer> firsts = new TreeMap<>();
    for (int again = 0; again < MANY_ROUNDS; again++) {
      firsts.merge(order.first(), 1, Integer::sum);
    }
    // 400 each; the generator is seeded, so this holds always or never.
    assertThat(firsts).containsOnlyKeys(0, 1, 3, 4, 5);
    assertThat(firsts.values()).allSatisfy(count -> assertThat(count).isBetween(340, 460));
  }

  @Test
  void theNearestComeFirstOnOneSocket() {
    Workers workers = oneSocket();
    for (int worker = 0; worker < 16; worker++) {
      assertThat(runs(workers, worker))
          .containsExactly(Map.entry(Distance.CORE, 1L), Map.entry(Distance.CACHE, 14L));
      assertThat(new StealOrder(workers, worker, true).first())
          .as("the sibling")
          .isEqualTo((worker + 8) % 16);
    }
  }

  @Test
  void theNearestComeFirstWhereASocketHasSeveralCaches() {
    Workers workers = twoSocketsOfComplexes();
    for (int worker : new int[] {0, 63, 64, 127, 128, 255}) {
      assertThat(runs(workers, worker))
          .containsExactly(
              Map.entry(Distance.CORE, 1L),
              Map.entry(Distance.CACHE, 14L),
              Map.entry(Distance.SOCKET, 112L),
              Map.entry(Distance.REMOTE, 128L));
    }
  }

  @Test
  void theNearestComeFirstOnFourSockets() {
    Workers workers = fourSockets();
    for (int worker : new int[] {0, 55, 56, 223}) {
      assertThat(runs(workers, worker))
          .containsExactly(
              Map.entry(Distance.CORE, 1L),
              Map.entry(Distance.CACHE, 54L),
              Map.entry(Distance.REMOTE, 168L));
    }
  }

  @Test
  void withinOneDistanceEveryVictimIsTheFirstAboutAsOften() {
    StealOrder order = new StealOrder(oneSocket(), 3, true);
    Map<Integer, Integer> seconds = new TreeMap<>();
    for (int again = 0; again < MANY_ROUNDS; again++) {
      assertThat(order.first()).isEqualTo(11);
      seconds.merge(order.next(), 1, Integer::sum);
    }
    // 143 each.
    assertThat(seconds).hasSize(14).doesNotContainKeys(3, 11);
    assertThat(seconds.values()).allSatisfy(count -> assertThat(count).isBetween(100, 190));
  }

  @Test
  void workersThatShareACpuAreNearest() {
    Workers workers = pinned(7, 2, cpu -> new Cpu(cpu, 0, 0, cpu, 0));
    List<Integer> victims = round(new StealOrder(workers, 1, true));
    assertThat(victims.subList(0, 2)).containsExactlyInAnyOrder(3, 5);
    assertThat(victims.subList(2, 6)).containsExactlyInAnyOrder(0, 2, 4, 6);
  }

  @Test
  void oneWorkerHasNobodyToStealFrom() {
    assertThat(round(new StealOrder(unpinned(1), 0, false))).isEmpty();
    assertThat(round(new StealOrder(pinned(1, 2, cpu -> new Cpu(cpu, 0, 0, cpu, 0)), 0, true)))
        .isEmpty();
  }

  @Test
  void aWorkerThatFoundSomethingBeginsANewRound() {
    StealOrder order = new StealOrder(twoSocketsOfComplexes(), 9, true);
    order.first();
    order.next();
    assertThat(round(order)).hasSize(255).startsWith(73);
  }

  @Test
  void nobodyIsNearUnlessTheWorkersArePinned() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StealOrder(unpinned(2), 0, true))
        .withMessage("not pinned");
  }
}
