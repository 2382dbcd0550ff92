package dev.heddle.harness.plan;

import java.util.Collection;
import java.util.Comparator;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Names that users mistype. */
public final class Names {
  private Names() {}

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
