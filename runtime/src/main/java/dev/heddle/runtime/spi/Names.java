package dev.heddle.runtime.spi;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;

/** Names that users mistype. */
public final class Names {
  private Names() {}

  /**
   * What to answer when a name is not one of those known, in one line: the nearest of them, the
   * first of several, and all.
   *
   * @param kind of what it should be the name, such as {@code strategy}
   */
  public static String unknown(String kind, String name, Collection<String> known) {
    String unknown = "unknown %s '%s'; ".formatted(kind, name);
    return known.stream()
        .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
        .map(nearest ->
            unknown + "did you mean '" + nearest + "'? known: " + String.join(", ", known))
        .orElse(unknown + "there are none");
  }

  /**
   * How many characters must be inserted, deleted or replaced to make one text the other (V. I.
   * Levenshtein, 1966). O(product of the lengths) by the rows of the table of their beginnings (R.
   * A. Wagner and M. J. Fischer, "The String-to-String Correction Problem", JACM 21(1), 1974).
   */
  public static int distance(String one, String other) {
    int[] above = new int[other.length() + 1];
    Arrays.setAll(above, i -> i);
    for (int i = 1; i <= one.length(); i++) {
      int[] row = new int[above.length];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[other.length()];
  }
}
