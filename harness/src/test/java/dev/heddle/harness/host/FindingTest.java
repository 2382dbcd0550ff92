package dev.heddle.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.harness.host.HostFacts.Cpu;
import dev.heddle.harness.host.HostFacts.Kernel;
import dev.heddle.harness.host.HostFacts.Limits;
import dev.heddle.harness.host.HostFacts.Share;
import dev.heddle.runtime.NoDriver;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

final class FindingTest {
  private static final HostFacts CONTROLLED =
      new HostFacts(
          "JDK",
          new Cpu("CPU", "amd64", 16, 8, 1, 1, "performance", false, false),
          new Kernel("6.1.0", 2, "madvise", 1, true, 0, false),
          new Share(16, null, 0.1, 0.0),
          new Limits(Limits.UNLIMITED, 524_288L));

  private static HostFacts with(Cpu cpu) {
    return new HostFacts("JDK", cpu, CONTROLLED.kernel(), CONTROLLED.share(), CONTROLLED.limits());
  }

  private static HostFacts with(Share share) {
    return new HostFacts("JDK", CONTROLLED.cpu(), CONTROLLED.kernel(), share, CONTROLLED.limits());
  }

  private static HostFacts with(Kernel kernel) {
    return new HostFacts("JDK", CONTROLLED.cpu(), kernel, CONTROLLED.share(), CONTROLLED.limits());
  }

  private static Finding of(HostFacts facts, String fact) {
    return Finding.of(facts).stream()
        .filter(finding -> finding.fact().equals(fact))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_controlled_host_warns_of_nothing() {
    assertThat(Finding.of(CONTROLLED)).noneMatch(Finding::warn);
  }

  @Test
  void a_virtual_machine_with_hidden_clocks_fails_those_gates() {
    HostFacts machine = with(new Cpu("CPU", "amd64", 16, 16, 1, 1, null, null, true));

    assertThat(Finding.failedGates(machine))
        .extracting(Finding::fact)
        .containsExactly("hypervisor", "governor", "turbo");
  }

  @Test
  void a_load_above_a_tenth_of_the_cpus_fails_its_gate() {
    assertThat(Finding.failedGates(with(new Share(16, null, 1.61, 0.0))))
        .extracting(Finding::fact)
        .containsExactly("load average, 1 min");
  }

  @Test
  void a_cgroup_limit_fails_its_gate() {
    assertThat(Finding.failedGates(with(new Share(16, 4.0, 0.1, 0.0))))
        .extracting(Finding::fact)
        .containsExactly("cgroup CPU limit");
  }

  @Test
  void too_few_cpus_are_warned_of_but_no_gate() {
    HostFacts small = with(new Cpu("CPU", "amd64", 2, 2, 1, 1, "performance", false, false));

    assertThat(of(small, "cores").warn()).isTrue();
    assertThat(Finding.failedGates(small)).isEmpty();
  }

  @Test
  void io_uring_closed_by_sysctl_is_warned_of_with_its_value() {
    Finding finding = of(with(new Kernel("6.6.0", 2, "never", 1, true, 2, false)), "io_uring");

    assertThat(finding.warn()).isTrue();
    assertThat(finding.value()).isEqualTo("io_uring_disabled 2");
  }

  @Test
  void io_uring_is_absent_before_5_1() {
    Kernel old = new Kernel("5.0.21-generic", 2, "never", 1, true, null, false);

    assertThat(of(with(old), "io_uring").value()).isEqualTo("absent");
  }

  @Test
  void perf_event_paranoid_above_2_closes_the_hardware_counters() {
    Kernel closed = new Kernel("6.1.0", 2, "never", 3, true, null, false);

    assertThat(of(with(closed), "hardware counters").warn()).isTrue();
  }

  @Test
  void a_driver_says_why_it_cannot_be_used_or_what_it_obtained() {
    assertThat(DoctorCommand.drivers(List.of(new NoDriver(), driver("no ring"), driver(""))))
        .containsExactly(
            new Finding(
                "driver ring", "unavailable", "no ring: its cells are skipped", true, false),
            new Finding("driver ring", "can be used", "256 entries", false, false));
  }

  private static DriverProvider driver(String unavailable) {
    return new DriverProvider() {
      @Override
      public String name() {
        return "ring";
      }

      @Override
      public String summary() {
        return "for tests";
      }

      @Override
      public Optional<String> unavailable() {
        return Optional.of(unavailable).filter(reason -> !reason.isEmpty());
      }

      @Override
      public Optional<String> obtained() {
        return Optional.of("256 entries");
      }

      @Override
      public Reactor open(Options options, boolean oneThread) {
        throw new UnsupportedOperationException("only told of");
      }
    };
  }

  @Test
  void a_line_without_colour_holds_no_escape() {
    Finding finding = new Finding("turbo", "on", "clocks vary", true, true);

    assertThat(DoctorCommand.line(finding, Ansi.OFF))
        .isEqualTo("warn  turbo                   on: clocks vary");
  }
}
