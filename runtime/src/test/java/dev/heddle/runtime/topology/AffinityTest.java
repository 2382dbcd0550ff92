package dev.heddle.runtime.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AffinityTest {
  private List<Integer> own = List.of();

  @BeforeEach
  void remember() {
    own = Affinity.get();
  }

  @AfterEach
  void restore() {
    Affinity.set(own);
  }

  @Test
  void aThreadMayRunOnTheCpusThatTheKernelLists() throws IOException {
    String status = Files.readString(Path.of("/proc/thread-self/status"));
    assertThat(own).isEqualTo(allowed(status));
  }

  @Test
  void aThreadIsHeldToTheCpusItChose() {
    Affinity.set(List.of(own.getLast()));
    assertThat(Affinity.get()).containsExactly(own.getLast());
  }

  @Test
  void aChildInheritsTheCpusOfTheThreadThatStartsIt() throws IOException {
    Affinity.set(List.of(own.getLast()));
    Process child = new ProcessBuilder("cat", "/proc/self/status").start();
    String status = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(allowed(status)).containsExactly(own.getLast());
  }

  @Test
  void otherThreadsKeepTheirCpus() throws InterruptedException {
    Thread other = new Thread(() -> Affinity.set(List.of(own.getFirst())));
    other.start();
    other.join();
    assertThat(Affinity.get()).isEqualTo(own);
  }

  /** Needs two CPUs to tell one from the other. */
  @Test
  void threadsThatInheritedTheirCpusAreMovedAndNoOthers() throws Exception {
    assumeThat(own).hasSizeGreaterThan(1);
    List<Integer> one = List.of(own.getLast());
    try (ExecutorService before = Executors.newSingleThreadExecutor();
        ExecutorService heir = Executors.newSingleThreadExecutor()) {
      assertThat(before.submit(() -> Affinity.get()).get()).isEqualTo(own);
      Affinity.set(one);
      assertThat(heir.submit(() -> Affinity.get()).get()).isEqualTo(one);
      assertThat(Affinity.moveHeirs(own)).isPositive();
      assertThat(heir.submit(() -> Affinity.get()).get()).isEqualTo(own);
      assertThat(before.submit(() -> Affinity.get()).get()).isEqualTo(own);
      assertThat(Affinity.get()).isEqualTo(one);
      assertThat(Affinity.moveHeirs(own)).isZero();
    }
  }

  @Test
  void theProcessKeepsTheCpusThatAThreadGivesUp() {
    Affinity.set(List.of(own.getLast()));
    assertThat(Affinity.ofProcess()).containsAll(own);
  }

  @Test
  void aSystemWithoutTheCallsSaysSo() {
    assertThat(Affinity.unavailable()).isEmpty();
    assertThat(Affinity.unavailable(name -> Optional.empty()))
        .hasValue("this system has no sched_setaffinity, which is Linux's");
  }

  @Test
  void cpusThatDoNotExistAreRefused() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Affinity.set(List.of(8191)))
        .withMessageContaining("8191");
  }

  private static List<Integer> allowed(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith("Cpus_allowed_list:"))
        .map(line -> CpuList.parse(line.substring(line.indexOf(':') + 1)))
        .findFirst()
        .orElseThrow();
  }
}
