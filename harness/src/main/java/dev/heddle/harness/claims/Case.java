package dev.heddle.harness.claims;

import dev.heddle.harness.stats.Contrast;
import dev.heddle.harness.stats.Control;
import dev.heddle.harness.stats.Estimate;
import dev.heddle.harness.stats.Interval;
import dev.heddle.harness.stats.RunResult;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One claim being weighed: it hands out what was measured, and keeps what the claim found and drew.
 *
 * <p>A part of a claim holds if a whole 95 % interval lies on its side of a bound, fails if the
 * whole interval lies on the other, and is open if the interval holds the bound. The least ratio
 * that counts as a difference is {@link #DIFFERENCE}; and to be one, it must also lie outside what
 * the A/A control of the same run cannot tell from 1. So noise opens a part and never decides it.
 *
 * <p>Not thread-safe.
 */
public final class Case {
  /** A ratio that counts as a difference. */
  static final double DIFFERENCE = 1 + Control.MINIMAL_MARGIN;

  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_EVEN);

  /** Beyond this nobody waits for a verdict. */
  private static final double MOST_BLOCKS = 1_000;

  private final Setting setting;
  private final Map<String, Evidence> runs;
  private final Map<String, String> unplanned;
  private final List<TrialResult> trials;
  private final List<Finding> findings = new ArrayList<>();
  private final List<Picture> pictures = new ArrayList<>();

  Case(
      Setting setting,
      Map<String, Evidence> runs,
      Map<String, String> unplanned,
      List<TrialResult> trials) {
    this.setting = setting;
    this.runs = runs;
    this.unplanned = unplanned;
    this.trials = trials;
  }

  /** Where and for how long it was put to the test. */
  Setting setting() {
    return setting;
  }

  List<Finding> findings() {
    return findings;
  }

  List<Picture> pictures() {
    return pictures;
  }

  /** What was tried out live; none if that has not happened yet. */
  List<TrialResult> trials() {
    return trials;
  }

  /**
   * The cells of a workload in an experiment.
   *
   * @throws NotResolvable if the experiment could not be planned here, or has not begun
   */
  Cells cells(String experiment, String workload) {
    Evidence run = runs.get(experiment);
    if (run == null) {
      throw new NotResolvable(
          unplanned.getOrDefault(experiment, "experiment %s was not run".formatted(experiment)));
    }
    return Cells.of(run, workload);
  }

  /**
   * Goes on only where so many CPUs are used.
   *
   * @throws NotResolvable if there are fewer
   */
  void needCpus(int least, String why) {
    if (setting.most() < least) {
      throw new NotResolvable(
          "needs at least %d CPUs, %s; this run uses %d".formatted(least, why, setting.most()));
    }
  }

  // ---- What is found ---------------------------------------------------------------------------

  /** How many times a is b. */
  Finding ratio(String what, String claimed, Measured a, Measured b) {
    Contrast contrast = sameRun(a, b);
    return found(
        what,
        claimed,
        Finding.RATIO,
        contrast.ratio(a.side(), b.side()),
        contrast.blocks(a.side(), b.side()),
        wider(contrast.band(a.side()), contrast.band(b.side())));
  }

  /** By how much a exceeds b, in their unit. */
  Finding difference(String what, String claimed, Measured a, Measured b) {
    Contrast contrast = sameRun(a, b);
    return found(
        what,
        claimed,
        a.unit(),
        contrast.difference(a.side(), b.side()),
        contrast.blocks(a.side(), b.side()),
        null);
  }

  /** What it is itself: the geometric mean over the blocks. */
  Finding value(String what, String claimed, Measured of) {
    return found(what, claimed, of.unit(), of.contrast().value(of.side()), of.blocks(), null);
  }

  /** What it is itself, where it may be zero: the arithmetic mean over the blocks. */
  Finding mean(String what, String claimed, Measured of) {
    return found(what, claimed, of.unit(), of.contrast().mean(of.side()), of.blocks(), null);
  }

  /** The growth exponent of cells of different sizes. */
  Finding exponent(String what, String claimed, List<Measured> sizes) {
    Measured first = sizes.getFirst();
    return found(
        what,
        claimed,
        "exponent",
        first.contrast().exponent(sides(sizes)),
        fewest(sizes.stream()),
        null);
  }

  /** By how much the growth exponent of some exceeds that of others of the same sizes. */
  Finding exponents(String what, String claimed, List<Measured> sizes, List<Measured> others) {
    Measured first = sizes.getFirst();
    return found(
        what,
        claimed,
        "exponent",
        first.contrast().exponent(sides(sizes), sides(others)),
        fewest(Stream.concat(sizes.stream(), others.stream())),
        null);
  }

  /** A finding that was computed elsewhere. */
  Finding found(
      String what,
      String claimed,
      String unit,
      Estimate measured,
      int blocks,
      @Nullable Interval band) {
    Finding finding = new Finding(what, claimed, unit, measured, blocks, band);
    findings.add(finding);
    return finding;
  }

  private static List<Contrast.Side> sides(List<Measured> sizes) {
    return sizes.stream().map(Measured::side).toList();
  }

  private static int fewest(Stream<Measured> sizes) {
    return sizes.mapToInt(Measured::blocks).min().orElse(0);
  }

  private static Contrast sameRun(Measured a, Measured b) {
    if (a.contrast() != b.contrast()) {
      throw new IllegalStateException(
          "%s and %s are of two runs, and have no block in common".formatted(a.words(), b.words()));
    }
    return a.contrast();
  }

  /** Holds both; null if one is not known. */
  private static @Nullable Interval wider(@Nullable Interval a, @Nullable Interval b) {
    return a == null || b == null
        ? null
        : new Interval(Math.min(a.lo(), b.lo()), Math.max(a.hi(), b.hi()));
  }

  void draw(Picture picture) {
    pictures.add(picture);
  }

  // ---- What it means ---------------------------------------------------------------------------

  /** Whether a ratio is more than 1 by what counts as a difference. */
  static Part more(String says, Finding ratio) {
    return above(says, ratio, DIFFERENCE);
  }

  /** Whether what was found is above a bound. */
  static Part above(String says, Finding finding, double bound) {
    Part open = withoutInterval(says, finding);
    if (open != null) {
      return open;
    }
    double lo = known(finding.measured().lo());
    double hi = known(finding.measured().hi());
    double clear = clear(finding, bound);
    if (lo > clear) {
      return Part.holds(says, shown(finding));
    }
    return hi < bound
        ? Part.fails(says, shown(finding))
        : Part.open(says, undecided(finding, bound, clear));
  }

  /** Above this a ratio is above the bound, and not because of noise that the control saw. */
  private static double clear(Finding finding, double bound) {
    Interval band = finding.band();
    return band == null ? bound : Math.max(bound, band.hi());
  }

  /** Whether what was found is below a bound. */
  static Part below(String says, Finding finding, double bound) {
    Part open = withoutInterval(says, finding);
    if (open != null) {
      return open;
    }
    double lo = known(finding.measured().lo());
    double hi = known(finding.measured().hi());
    double clear = clear(finding, bound);
    if (hi < bound) {
      return Part.holds(says, shown(finding));
    }
    return lo > clear
        ? Part.fails(says, shown(finding))
        : Part.open(says, undecided(finding, bound, clear));
  }

  private static @Nullable Part withoutInterval(String says, Finding finding) {
    if (finding.measured().value() == null) {
      return Part.open(says, "its forks do not tell");
    }
    if (finding.measured().lo() == null) {
      return Part.open(says, RunResult.NO_INTERVAL);
    }
    return finding.unit().equals(Finding.RATIO) && finding.band() == null
        ? Part.open(says, "the A/A control has no interval to hold it against")
        : null;
  }

  private static String undecided(Finding finding, double bound, double clear) {
    Double lo = finding.measured().lo();
    return lo != null && lo > bound
        ? "%s lies within what the A/A control of this run cannot tell from 1, up to %s: a quieter host, or more blocks, would tell"
            .formatted(shown(finding), shown(clear))
        : "%s holds the bound %s: %s"
            .formatted(shown(finding), shown(bound), moreBlocks(finding, bound));
  }

  /** An interval narrows with the root of the number of blocks. */
  private static String moreBlocks(Finding finding, double bound) {
    double half = (known(finding.measured().hi()) - known(finding.measured().lo())) / 2;
    double distance = Math.abs(known(finding.measured().value()) - bound);
    double needed = finding.blocks() * (half / distance) * (half / distance);
    return needed <= MOST_BLOCKS
        ? "about %d blocks of this spread would tell, here are %d"
            .formatted(Math.max(finding.blocks() + 1, (int) Math.ceil(needed)), finding.blocks())
        : "more than %s blocks of this spread would be needed, here are %d"
            .formatted(shown(MOST_BLOCKS), finding.blocks());
  }

  private static double known(@Nullable Double value) {
    if (value == null) {
      throw new IllegalStateException("a finding without an interval decides nothing");
    }
    return value;
  }

  /**
   * The verdict on a claim made of these parts: refuted if one fails, else not resolvable if one is
   * open, else confirmed.
   */
  static Ruling ruling(Part... parts) {
    return ruling(Arrays.asList(parts));
  }

  /** As above. */
  static Ruling ruling(List<Part> parts) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a claim without a part says nothing");
    }
    Map<Part.State, List<Part>> byState =
        parts.stream().collect(Collectors.groupingBy(Part::state));
    List<Part> failed = byState.getOrDefault(Part.State.FAILS, List.of());
    List<Part> open = byState.getOrDefault(Part.State.OPEN, List.of());
    List<Part> held = byState.getOrDefault(Part.State.HOLDS, List.of());
    List<String> sentences = new ArrayList<>();
    add(sentences, "does not hold: ", failed);
    add(sentences, "open: ", open);
    add(sentences, "holds: ", held);
    return new Ruling(
        !failed.isEmpty()
            ? Answer.REFUTED
            : !open.isEmpty() ? Answer.NOT_RESOLVABLE : Answer.CONFIRMED,
        String.join("; ", sentences));
  }

  private static void add(List<String> sentences, String what, List<Part> parts) {
    if (parts.isEmpty()) {
      return;
    }
    boolean sameReason = parts.size() > 1 && parts.stream().map(Part::why).distinct().count() == 1;
    sentences.add(
        what
            + (sameReason
                ? parts.stream().map(Part::says).collect(Collectors.joining(", "))
                    + " (%s)".formatted(parts.getFirst().why())
                : parts.stream().map(Part::toString).collect(Collectors.joining(", "))));
  }

  /** {@code 1.25 [1.10, 1.40] x}. */
  static String shown(Finding finding) {
    Estimate measured = finding.measured();
    String value =
        measured.lo() == null
            ? shown(known(measured.value()))
            : "%s [%s, %s]"
                .formatted(
                    shown(known(measured.value())),
                    shown(known(measured.lo())),
                    shown(known(measured.hi())));
    return "%s %s".formatted(value, finding.unit());
  }

  /** Three digits, and as many before the point as there are. */
  static String shown(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(THREE_DIGITS);
    int decimals = Math.max(0, rounded.scale());
    return String.format(Locale.ROOT, "%,." + Math.min(decimals, 6) + "f", rounded);
  }
}
