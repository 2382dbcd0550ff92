package dev.heddle.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.harness.host.HostFacts.Limits;
import dev.heddle.harness.record.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads trees made by hand from the kernel's documented formats. */
final class HostFactsTest {
  @TempDir private Path root;

  private void file(String path, String content) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content + "\n");
  }

  private void cpu(int cpu, int socket, String siblings) throws IOException {
    file("sys/devices/system/cpu/cpu" + cpu + "/topology/physical_package_id", "" + socket);
    file("sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list", siblings);
  }

  @Test
  void an_empty_tree_is_all_unknown_and_never_a_made_up_value() {
    HostFacts facts = HostFacts.read(root);

    assertThat(facts.cpu().model()).isNull();
    assertThat(facts.cpu().cores()).isNull();
    assertThat(facts.cpu().governor()).isNull();
    assertThat(facts.cpu().turbo()).isNull();
    assertThat(facts.kernel())
        .isEqualTo(new HostFacts.Kernel(null, null, null, null, false, null, null));
    assertThat(facts.share()).isEqualTo(new HostFacts.Share(null, null, null, null));
    assertThat(facts.limits()).isEqualTo(new Limits(null, null));
  }

  @Test
  void siblings_make_one_core_and_packages_make_sockets() throws IOException {
    file("sys/devices/system/cpu/online", "0-7");
    file("sys/devices/system/node/online", "0-1");
    for (int cpu = 0; cpu < 8; cpu++) {
      int first = cpu % 4;
      cpu(cpu, first / 2, first + "," + (first + 4));
    }

    HostFacts.Cpu cpu = HostFacts.read(root).cpu();

    assertThat(cpu.online()).isEqualTo(8);
    assertThat(cpu.cores()).isEqualTo(4);
    assertThat(cpu.sockets()).isEqualTo(2);
    assertThat(cpu.numaNodes()).isEqualTo(2);
  }

  @Test
  void a_hypervisor_flag_makes_a_virtual_machine() throws IOException {
    file("proc/cpuinfo", "model name\t: Some CPU\nflags\t\t: fpu sse hypervisor avx");

    assertThat(HostFacts.read(root).cpu().hypervisor()).isTrue();
    assertThat(HostFacts.read(root).cpu().model()).isEqualTo("Some CPU");
  }

  @Test
  void different_governors_read_as_mixed() throws IOException {
    file("sys/devices/system/cpu/online", "0-1");
    file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
    file("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave");

    assertThat(HostFacts.read(root).cpu().governor()).isEqualTo("mixed");
  }

  @Test
  void no_turbo_of_one_means_turbo_is_off() throws IOException {
    file("sys/devices/system/cpu/intel_pstate/no_turbo", "1");

    assertThat(HostFacts.read(root).cpu().turbo()).isFalse();
  }

  @Test
  void boost_of_one_means_turbo_is_on() throws IOException {
    file("sys/devices/system/cpu/cpufreq/boost", "1");

    assertThat(HostFacts.read(root).cpu().turbo()).isTrue();
  }

  @Test
  void the_tightest_version_2_group_counts() throws IOException {
    file("proc/self/cgroup", "0::/outer/inner");
    file("sys/fs/cgroup/outer/inner/cpu.max", "max 100000");
    file("sys/fs/cgroup/outer/cpu.max", "150000 100000");

    assertThat(HostFacts.read(root).share().cgroupCpus()).isEqualTo(1.5);
  }

  @Test
  void a_version_1_quota_counts() throws IOException {
    file("proc/self/cgroup", "4:memory:/\n3:cpu,cpuacct:/group");
    file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1");
    file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000");
    file("sys/fs/cgroup/cpu,cpuacct/group/cpu.cfs_quota_us", "50000");
    file("sys/fs/cgroup/cpu,cpuacct/group/cpu.cfs_period_us", "100000");

    assertThat(HostFacts.read(root).share().cgroupCpus()).isEqualTo(0.5);
  }

  @Test
  void steal_is_its_share_of_all_ticks_without_counting_guests_twice() throws IOException {
    file("proc/stat", "cpu  60 0 20 100 0 0 0 20 50 0\ncpu0 60 0 20 100 0 0 0 20 50 0");

    assertThat(HostFacts.read(root).share().stealPercent()).isEqualTo(10.0);
  }

  @Test
  void limits_are_the_soft_ones() throws IOException {
    file(
        "proc/self/limits",
        """
        Limit                     Soft Limit           Hard Limit           Units
        Max open files            1024                 524288               files
        Max locked memory         unlimited            unlimited            bytes\
        """);

    assertThat(HostFacts.read(root).limits()).isEqualTo(new Limits(Limits.UNLIMITED, 1024L));
  }

  @Test
  void the_process_and_the_kernel_are_read() throws IOException {
    file("proc/self/status", "Name:\tjava\nSeccomp:\t2\nCpus_allowed_list:\t0-1,4");
    file("proc/loadavg", "0.25 0.50 0.75 1/100 42");
    file("proc/sys/kernel/osrelease", "6.1.0-18-amd64");
    file("proc/sys/kernel/randomize_va_space", "2");
    file("proc/sys/kernel/perf_event_paranoid", "-1");
    file("proc/sys/kernel/io_uring_disabled", "1");
    file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
    file("sys/bus/event_source/devices/cpu/type", "4");

    HostFacts facts = HostFacts.read(root);

    assertThat(facts.share()).isEqualTo(new HostFacts.Share(3, null, 0.25, null));
    assertThat(facts.kernel())
        .isEqualTo(new HostFacts.Kernel("6.1.0-18-amd64", 2, "madvise", -1, true, 1, true));
  }

  @Test
  void facts_survive_being_written_into_a_manifest_and_read_back() throws IOException {
    file("proc/loadavg", "0.25 0.50 0.75 1/100 42");
    HostFacts facts = HostFacts.read(root);

    String json = Json.MAPPER.writeValueAsString(facts);

    assertThat(Json.MAPPER.readValue(json, HostFacts.class)).isEqualTo(facts);
  }
}
