package dev.heddle.workloads;

import java.util.Optional;

/** Whether a workload can be run here; made by its constructor without arguments. */
@FunctionalInterface
public interface Availability {

  /** Why it cannot, in one line; or empty. */
  Optional<String> unavailable();

  /** It always can. */
  final class Always implements Availability {
    /** Named in an annotation. */
    public Always() {}

    @Override
    public Optional<String> unavailable() {
      return Optional.empty();
    }
  }
}
