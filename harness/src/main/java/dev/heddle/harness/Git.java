package dev.heddle.harness;

import org.jspecify.annotations.Nullable;

/**
 * Which code runs. The front door passes on what git knows of it; a jar started by itself does not
 * know.
 *
 * @param commit of the sources, or null
 * @param dirty whether the sources differed from that commit, or null
 */
record Git(@Nullable String commit, @Nullable Boolean dirty) {

  static Git own() {
    String dirty = System.getProperty("heddle.git.dirty");
    return new Git(
        System.getProperty("heddle.git.commit"), dirty == null ? null : Boolean.valueOf(dirty));
  }
}
