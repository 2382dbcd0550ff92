package dev.heddle.explore;

import java.util.ArrayList;
import java.util.List;

/** The places in the code under test where another strand may go on, by number. */
final class Sites {
  private static final List<String> NAMES = new ArrayList<>();

  private Sites() {}

  static int add(String name) {
    NAMES.add(name);
    return NAMES.size() - 1;
  }

  static String name(int site) {
    return site < 0 ? "its beginning" : NAMES.get(site);
  }
}
