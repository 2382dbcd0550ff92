package dev.heddle.harness;

import dev.heddle.harness.host.Finding;
import dev.heddle.harness.host.HostFacts;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plugin.Plugin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Under which circumstances a run was made, as {@code manifest.json} keeps it.
 *
 * @param schema {@value #SCHEMA}
 * @param startedAt ISO-8601, UTC
 * @param version of the jar, or null
 * @param git which code ran
 * @param profile as in the plan
 * @param hostLabel as in the plan
 * @param seed as in the plan
 * @param jvmFlags of every fork, as in the plan
 * @param plugins jars whose strategies, timers, drivers and workloads took part
 * @param host what the host was when the run started
 * @param findings what that means for the numbers
 */
record Manifest(
    String schema,
    String startedAt,
    @Nullable String version,
    Git git,
    String profile,
    String hostLabel,
    long seed,
    List<String> jvmFlags,
    List<Plugin> plugins,
    HostFacts host,
    List<Finding> findings) {
  static final String SCHEMA = "heddle.manifest/1";
  static final String FILE = "manifest.json";

  static Manifest of(Plan plan, String startedAt, List<Plugin> plugins) {
    HostFacts host = HostFacts.read();
    return new Manifest(
        SCHEMA,
        startedAt,
        Version.own(),
        Git.own(),
        plan.profile(),
        plan.hostLabel(),
        plan.seed(),
        plan.jvmFlags(),
        plugins,
        host,
        Finding.of(host));
  }
}
