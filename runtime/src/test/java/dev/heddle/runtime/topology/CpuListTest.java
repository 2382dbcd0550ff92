package dev.heddle.runtime.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CpuListTest {

  @Test
  void readsRangesAndSingleCpus() {
    assertThat(CpuList.parse("0-3,8,10-11\n")).containsExactly(0, 1, 2, 3, 8, 10, 11);
  }

  @Test
  void anEmptyListHasNoCpus() {
    assertThat(CpuList.parse("\n")).isEmpty();
  }

  @Test
  void refusesARangeThatRunsBackwards() {
    assertThatIllegalArgumentException().isThrownBy(() -> CpuList.parse("3-1"));
  }

  @Test
  void joinsNeighboursToRanges() {
    assertThat(CpuList.format(List.of(5, 0, 1, 2, 7, 6))).isEqualTo("0-2,5-7");
  }

  @Property
  void readsBackWhatItWrites(@ForAll Set<@IntRange(max = 2000) Integer> cpus) {
    assertThat(CpuList.parse(CpuList.format(cpus)))
        .isEqualTo(new TreeSet<>(cpus).stream().toList());
  }
}
