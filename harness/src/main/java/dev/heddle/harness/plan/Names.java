package dev.heddle.harness.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Names that users mistype. */
public final class Names {
  private Names() {}

  /**
   * What to answer when a name is none of any kind: the nearest by edit distance, and its kind.
   *
   * @param known names by kind
   */
  public static BadInput unknown(String name, Map<String, List<String>> known) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    record Candidate(String kind, String name) {}
    return known.entrySet().stream()
        .flatMap(kind -> kind.getValue().stream().map(each -> new Candidate(kind.getKey(), each)))
        .min(Comparator.comparingInt(candidate -> distance.apply(name, candidate.name)))
        .map(nearest ->
            new BadInput(
                "unknown name '%s'; did you mean the %s '%s'? run-bench.sh list names all there are"
                    .formatted(name, nearest.kind, nearest.name)))
        .orElseGet(() -> new BadInput("unknown name '%s'; there is none".formatted(name)));
  }

  /** What to answer when a name is not one of those known: the nearest by edit distance. */
  public static BadInput unknown(String kind, String name, Collection<String> known) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    return known.stream()
        .min(Comparator.comparingInt(candidate -> distance.apply(name, candidate)))
        .map(nearest ->
            new BadInput(
                "unknown %s '%s'; did you mean '%s'? known: %s"
                    .formatted(kind, name, nearest, String.join(", ", known))))
        .orElseGet(() -> new BadInput("unknown %s '%s'; there is none".formatted(kind, name)));
  }
}
