package dev.heddle.harness.plan;

import static dev.heddle.runtime.spi.Names.distance;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Names that users mistype on the command line; the runtime knows how near they are. */
public final class Names {
  private Names() {}

  /**
   * What to answer when a name is none of any kind: the nearest by edit distance, and its kind.
   *
   * @param known names by kind
   */
  public static BadInput unknown(String name, Map<String, List<String>> known) {
    record Candidate(String kind, String name) {}
    return known.entrySet().stream()
        .flatMap(kind -> kind.getValue().stream().map(each -> new Candidate(kind.getKey(), each)))
        .min(Comparator.comparingInt(candidate -> distance(name, candidate.name)))
        .map(nearest ->
            new BadInput(
                "unknown name '%s'; did you mean the %s '%s'? run-bench.sh list names all there are"
                    .formatted(name, nearest.kind, nearest.name)))
        .orElseGet(() -> new BadInput("unknown name '%s'; there is none".formatted(name)));
  }

  /** What to answer when a name is not one of those known: the nearest of them, and all. */
  public static BadInput unknown(String kind, String name, Collection<String> known) {
    return new BadInput(dev.heddle.runtime.spi.Names.unknown(kind, name, known));
  }
}
