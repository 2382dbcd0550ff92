package dev.heddle.harness.stats;

import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A run's records, found by cell.
 *
 * @param first records of each cell's forks, by the cell's index in the plan
 * @param twins records of the second copies, by the same index
 */
record RecordsByCell(Map<Integer, List<ForkRecord>> first, Map<Integer, List<ForkRecord>> twins) {

  /**
   * Sorts the records.
   *
   * @throws BadInput if one is of no fork of the plan, or says ok without a score
   */
  static RecordsByCell of(Plan plan, List<ForkRecord> forks) {
    Map<String, PlannedFork> planned =
        plan.forks().stream().collect(Collectors.toMap(PlannedFork::id, fork -> fork));
    RecordsByCell sorted = new RecordsByCell(new HashMap<>(), new HashMap<>());
    // Sorted: the order in which records were written must not reach the random numbers.
    List<ForkRecord> byBlock =
        forks.stream().sorted(Comparator.comparingInt(ForkRecord::block)).toList();
    for (ForkRecord fork : byBlock) {
      PlannedFork plannedFork = planned.get(fork.id());
      if (plannedFork == null
          || plannedFork.twin() != fork.twin()
          || plannedFork.block() != fork.block()
          || !plan.cellOf(plannedFork).cell().equals(fork.cell())) {
        throw new BadInput(
            "the record of fork '%s' does not belong to this plan: plan.json and forks.jsonl must come from one run"
                .formatted(fork.id()));
      }
      if (fork.status() == Status.OK && !hasScores(fork)) {
        throw new BadInput(
            "the record of fork '%s' is ok but holds no score above zero: forks.jsonl is damaged"
                .formatted(fork.id()));
      }
      (fork.twin() ? sorted.twins : sorted.first)
          .computeIfAbsent(plannedFork.cell(), cell -> new ArrayList<>())
          .add(fork);
    }
    return sorted;
  }

  private static boolean hasScores(ForkRecord fork) {
    return !fork.scores().isEmpty()
        && fork.scores().stream().allMatch(score -> score > 0 && Double.isFinite(score));
  }

  List<ForkRecord> first(int cell) {
    return first.getOrDefault(cell, List.of());
  }

  List<ForkRecord> twins(int cell) {
    return twins.getOrDefault(cell, List.of());
  }

  /** The records with numbers: none if a fork failed or hung, else those that are ok. */
  static List<ForkRecord> measured(List<ForkRecord> forks) {
    return worst(forks).compareTo(Status.HUNG) >= 0
        ? List.of()
        : forks.stream().filter(fork -> fork.status() == Status.OK).toList();
  }

  /** The worst status, {@code skipped} if there is no record. */
  static Status worst(List<ForkRecord> forks) {
    return forks.stream()
        .map(ForkRecord::status)
        .reduce((a, b) -> a.compareTo(b) > 0 ? a : b)
        .orElse(Status.SKIPPED);
  }
}
