package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import dev.heddle.harness.claims.Picture.Curve;
import dev.heddle.harness.plan.Profile;
import dev.heddle.harness.plan.Scale;
import java.util.ArrayList;
import java.util.List;

/** C4: whether a timer wheel's cost stays the same where a heap's grows. */
final class TimerGrowth implements Claim {
  private static final String RUN = "C04-timers";
  private static final String WHEEL = "timer-wheel";
  private static final String HEAP = "binary-heap";
  private static final String INSERT_CANCEL = "timer-insert-cancel";
  private static final String EXPIRE = "timer-expire";

  /** Of a logarithm's exponent: what counts as not growing. A cost may also fall. */
  private static final double FLAT = 0.25;

  /** "Thousands" of timers. */
  private static final int THOUSANDS = 10_000;

  @Override
  public String id() {
    return "C4";
  }

  @Override
  public String statement() {
    return "inserting, cancelling and firing a timer costs a wheel the same whatever the number of timers, and a heap the more the more there are; this matters from thousands of timers on";
  }

  @Override
  public String figure() {
    return "O(1) against O(log n)";
  }

  @Override
  public String rule() {
    return "confirmed if, for insert and cancel as well as for firing, the wheel's growth exponent lies below a quarter of a logarithm's over the same sizes, the heap's above that quarter and above the wheel's, and if firing one of 10,000 timers costs the heap more than 3 % more (beyond the A/A control); refuted if one of these does not hold. Direction and exponents are judged, as the articles give no time";
  }

  private static List<Integer> sizes(Profile profile) {
    return switch (profile) {
      case SMOKE, QUICK -> List.of(1_000, 10_000, 100_000);
      case STANDARD -> List.of(1_000, 10_000, 100_000, 1_000_000);
      case PUBLISH -> List.of(1_000, 10_000, 100_000, 1_000_000, 10_000_000);
    };
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return List.of(
        Experiment.named(RUN, setting)
            .workloads(INSERT_CANCEL, EXPIRE)
            .timers(WHEEL, HEAP)
            .scale(
                Scale.SIZE, sizes(setting.profile()).stream().mapToInt(Integer::intValue).toArray())
            .cores(1)
            .brief()
            .asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    List<Integer> sizes = sizes(weighed.setting().profile());
    double logarithm = exponentOfLogarithm(sizes.getFirst(), sizes.getLast());
    List<Part> parts = new ArrayList<>();
    for (String workload : List.of(INSERT_CANCEL, EXPIRE)) {
      List<Measured> wheel = scores(weighed, workload, WHEEL, sizes);
      List<Measured> heap = scores(weighed, workload, HEAP, sizes);
      weighed.draw(picture(workload, sizes, wheel, heap));
      Finding flat =
          weighed.exponent(
              "%s, growth exponent of the wheel".formatted(workload),
              "0; a logarithm has %s here".formatted(Case.shown(logarithm)),
              wheel);
      Finding growing =
          weighed.exponent("%s, growth exponent of the heap".formatted(workload), "", heap);
      Finding steeper =
          weighed.exponents(
              "%s, exponent of heap less wheel".formatted(workload), "above 0", heap, wheel);
      parts.add(
          Case.below("%s: the wheel does not grow".formatted(workload), flat, FLAT * logarithm));
      parts.add(Case.above("%s: the heap grows".formatted(workload), growing, FLAT * logarithm));
      parts.add(Case.above("%s: and more than the wheel".formatted(workload), steeper, 0));
    }
    for (int size : sizes) {
      for (String workload : List.of(INSERT_CANCEL, EXPIRE)) {
        Cells cells = weighed.cells(RUN, workload).size(size);
        Finding ratio =
            weighed.ratio(
                "%s of %,d, heap / wheel".formatted(workload, size),
                size >= THOUSANDS ? "above 1" : "",
                cells.timer(HEAP).score(),
                cells.timer(WHEEL).score());
        if (workload.equals(EXPIRE) && size == THOUSANDS) {
          parts.add(Case.more("firing one of %,d costs the heap more".formatted(size), ratio));
        }
      }
    }
    return Case.ruling(parts);
  }

  /** The slope of log(log n) over log n, through both ends. */
  static double exponentOfLogarithm(int least, int most) {
    return Math.log(Math.log(most) / Math.log(least)) / Math.log((double) most / least);
  }

  private static List<Measured> scores(
      Case weighed, String workload, String timer, List<Integer> sizes) {
    return sizes.stream()
        .map(size -> weighed.cells(RUN, workload).timer(timer).size(size).score())
        .toList();
  }

  private static Picture picture(
      String workload, List<Integer> sizes, List<Measured> wheel, List<Measured> heap) {
    return new Picture(
        workload,
        Axis.logarithmic("active timers"),
        Axis.logarithmic("ns/timer"),
        null,
        List.of(curve(WHEEL, sizes, wheel), curve(HEAP, sizes, heap)));
  }

  private static Curve curve(String timer, List<Integer> sizes, List<Measured> scores) {
    return new Curve(
        timer,
        false,
        true,
        Picture.points(
            sizes, scores.stream().map(score -> score.contrast().value(score.side())).toList()));
  }
}
