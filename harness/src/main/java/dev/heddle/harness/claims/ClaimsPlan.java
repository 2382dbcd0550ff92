package dev.heddle.harness.claims;

import dev.heddle.harness.plan.Profile;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a folder of claims holds, as its file keeps it: enough to go on with it, and to judge anew.
 *
 * @param schema {@value #SCHEMA}
 * @param startedAt ISO-8601, UTC
 * @param profile how much time there is
 * @param hostLabel what the host is called
 * @param seed of all random orders
 * @param commit of the code, or empty
 * @param cores numbers of CPUs of a sweep over cores; the last is the most that is used
 * @param claims ids, in order
 * @param runs names of the experiments, each the folder of a run
 * @param unplanned why others could not be planned here, by name
 * @param rules by which each was to be judged when it ran, by id; none in older folders
 */
public record ClaimsPlan(
    String schema,
    String startedAt,
    String profile,
    String hostLabel,
    long seed,
    String commit,
    List<Integer> cores,
    List<String> claims,
    List<String> runs,
    Map<String, String> unplanned,
    @Nullable Map<String, String> rules) {

  /** The version of this shape. */
  public static final String SCHEMA = "heddle.claims-plan/1";

  /** Its file. */
  public static final String FILE = "claims-plan.json";

  /** Takes copies. */
  public ClaimsPlan {
    cores = List.copyOf(cores);
    claims = List.copyOf(claims);
    runs = List.copyOf(runs);
    unplanned = Map.copyOf(unplanned);
    rules = rules == null ? null : Map.copyOf(rules);
  }

  /** Where and for how long. */
  public Setting setting() {
    return new Setting(Profile.of(profile), cores);
  }
}
