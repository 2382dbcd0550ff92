package dev.heddle.harness.claims;

import dev.heddle.harness.plan.PlannedCell;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.stats.Contrast;
import dev.heddle.harness.stats.Quantity;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Finds one cell of a run: by its workload, and by what tells it from the others of that workload.
 * Immutable; each narrowing is a new object.
 */
final class Cells {
  private final Evidence evidence;
  private final String words;
  private final Predicate<Cell> which;

  private Cells(Evidence evidence, String words, Predicate<Cell> which) {
    this.evidence = evidence;
    this.words = words;
    this.which = which;
  }

  static Cells of(Evidence evidence, String workload) {
    return new Cells(evidence, workload, cell -> cell.workload().equals(workload));
  }

  private Cells narrowed(String more, Predicate<Cell> further) {
    return new Cells(evidence, words + more, which.and(further));
  }

  Cells strategy(String spec) {
    return narrowed(" on " + spec, cell -> cell.strategy().equals(spec));
  }

  Cells timer(String name) {
    return narrowed(" with " + name, cell -> cell.timer().equals(name));
  }

  /** Whatever its options: where a driver stands by default is not in its spec. */
  Cells driver(String name) {
    return narrowed(
        " with " + name,
        cell -> cell.driver().equals(name) || cell.driver().startsWith(name + ":"));
  }

  Cells cores(int cores) {
    return narrowed(" at %d cores".formatted(cores), cell -> cell.cores() == cores);
  }

  Cells workers(int workers) {
    return narrowed(" at %d workers".formatted(workers), cell -> cell.workers() == workers);
  }

  Cells size(int size) {
    return param(Cell.SIZE, size);
  }

  Cells connections(int connections) {
    return param(Cell.CONNECTIONS, connections);
  }

  private Cells param(String name, int value) {
    return narrowed(
        " at %s %,d".formatted(name, value),
        cell -> cell.params().get(name) instanceof Number number && number.intValue() == value);
  }

  /**
   * The cell's number in its plan.
   *
   * @throws NotResolvable if the run has none
   * @throws IllegalStateException if this names several: that is a fault of the claim
   */
  int index() {
    List<Integer> found =
        IntStream.range(0, evidence.plan().cells().size())
            .filter(i -> which.test(evidence.plan().cells().get(i).cell()))
            .boxed()
            .toList();
    if (found.isEmpty()) {
      throw new NotResolvable("the run has no cell %s".formatted(words));
    }
    if (found.size() > 1) {
      throw new IllegalStateException("%s names %d cells".formatted(words, found.size()));
    }
    return found.getFirst();
  }

  PlannedCell planned() {
    return evidence.plan().cells().get(index());
  }

  /** What it scores: ns per unit, or what the workload gauges. */
  Measured score() {
    return of(Quantity.score(planned().scoreUnit()));
  }

  /** Time per unit, also of a gauge. */
  Measured time() {
    return of(Quantity.time(planned().unit()));
  }

  /** CPU time per unit. */
  Measured cpuTime() {
    return of(Quantity.cpuTime(planned().unit()));
  }

  /**
   * Something that its forks say.
   *
   * @throws NotResolvable if it was skipped, a fork failed or hung, or some have not run yet
   */
  Measured of(Quantity quantity) {
    int index = index();
    String trouble = evidence.contrast().trouble(index);
    if (!trouble.isEmpty()) {
      throw new NotResolvable(words + ": " + trouble);
    }
    return new Measured(evidence.contrast(), new Contrast.Side(index, quantity), words);
  }

  /** Why it has no numbers, in one line; empty if it has. */
  String trouble() {
    return evidence.contrast().trouble(index());
  }

  @Override
  public String toString() {
    return words;
  }
}
