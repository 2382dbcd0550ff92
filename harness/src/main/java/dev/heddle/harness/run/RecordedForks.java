package dev.heddle.harness.run;

import dev.heddle.harness.record.ForkRecord;
import java.util.List;

/**
 * What was read from {@code forks.jsonl}.
 *
 * @param records one per fork, in the order written
 * @param wholeBytes length of the file up to the end of its last whole line
 * @param lostBytes length of what follows: the beginning of a line whose writing was cut off, 0 if
 *     none was
 */
public record RecordedForks(List<ForkRecord> records, long wholeBytes, long lostBytes) {

  /** Takes a copy of the list. */
  public RecordedForks {
    records = List.copyOf(records);
  }

  /** One line about a cut-off last record for the user; empty if there is none. */
  public String notice() {
    return lostBytes == 0
        ? ""
        : "the last line of forks.jsonl was cut off (%d bytes) and is dropped; its fork counts as not run"
            .formatted(lostBytes);
  }
}
