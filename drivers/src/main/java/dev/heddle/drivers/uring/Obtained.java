package dev.heddle.drivers.uring;

import java.util.List;

/**
 * What the kernel gave when a ring was set up.
 *
 * @param kernel its release, as {@code uname -r} prints it
 * @param flags of the set-up, {@code Abi.SETUP_*}
 * @param features that the kernel told, {@code Abi.FEAT_*} among them
 * @param entries of the submission queue
 * @param completionEntries of the completion queue
 * @param refusals the steps that it refused before, each in one line, in order
 */
record Obtained(
    String kernel,
    int flags,
    int features,
    int entries,
    int completionEntries,
    List<String> refusals) {

  Obtained {
    refusals = List.copyOf(refusals);
  }

  /** In one line, for the record of a run. */
  String text() {
    return "kernel %s, flags %s, features 0x%x, %d entries, %d completions%s"
        .formatted(
            kernel,
            Abi.setupFlags(flags),
            features,
            entries,
            completionEntries,
            refusals.isEmpty() ? "" : "; refused: " + String.join("; ", refusals));
  }
}
