package dev.heddle.runtime.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The kernel's way to write sets of CPUs: {@code 0-3,8,10-11}. */
public final class CpuList {
  private CpuList() {}

  /**
   * The CPUs of a list, ascending; empty for an empty text.
   *
   * @throws IllegalArgumentException if the text is not such a list
   */
  public static List<Integer> parse(String text) {
    SortedSet<Integer> cpus = new TreeSet<>();
    String trimmed = text.strip();
    if (!trimmed.isEmpty()) {
      for (String range : trimmed.split(",", -1)) {
        int dash = range.indexOf('-');
        int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
        int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
        if (first < 0 || last < first) {
          throw new IllegalArgumentException("not a range of CPUs: '" + range + "'");
        }
        for (int cpu = first; cpu <= last; cpu++) {
          cpus.add(cpu);
        }
      }
    }
    return List.copyOf(cpus);
  }

  /** The list of some CPUs, with ranges where numbers follow one another. */
  public static String format(Collection<Integer> cpus) {
    List<Integer> sorted = List.copyOf(new TreeSet<>(cpus));
    List<String> ranges = new ArrayList<>();
    for (int i = 0; i < sorted.size(); ) {
      int start = i;
      do {
        i++;
      } while (i < sorted.size() && sorted.get(i) == sorted.get(i - 1) + 1);
      int first = sorted.get(start);
      int last = sorted.get(i - 1);
      ranges.add(first == last ? Integer.toString(first) : first + "-" + last);
    }
    return String.join(",", ranges);
  }
}
