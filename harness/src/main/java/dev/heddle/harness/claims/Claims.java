package dev.heddle.harness.claims;

import dev.heddle.harness.plan.BadInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All claims there are. */
public final class Claims {
  private static final List<Claim> ALL =
      List.of(
          new CpuHog(),
          new StealHalf(),
          new Oversubscription(),
          new TimerGrowth(),
          new CoreScaling(),
          new LifoSlot(),
          new Footprint(),
          new SwitchCost(),
          new InjectionInterval(),
          new TinyTasks(),
          new BlockingLock(),
          new FileReads(),
          new AbortDetachThrow(),
          new IoUring(),
          new ManySleepers(),
          new CrossWorkerWake(),
          new PoolDeadlock());

  private Claims() {}

  /** In the order of their ids. */
  public static List<Claim> all() {
    return ALL;
  }

  /**
   * Those of these ids, in the order of all.
   *
   * @param ids as typed behind {@code --only}; null for all
   * @throws BadInput if there is none of an id
   */
  public static List<Claim> of(@Nullable List<String> ids) {
    if (ids == null) {
      return ALL;
    }
    List<String> known = ALL.stream().map(Claim::id).toList();
    for (String id : ids) {
      if (!known.contains(id)) {
        throw new BadInput(
            "--only was '%s'; allowed are %s, separated by commas"
                .formatted(id, String.join(", ", known)));
      }
    }
    return ALL.stream().filter(claim -> ids.contains(claim.id())).toList();
  }
}
