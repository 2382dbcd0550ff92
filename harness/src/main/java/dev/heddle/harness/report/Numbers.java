package dev.heddle.harness.report;

import dev.heddle.harness.stats.Estimate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How numbers are shown: four significant digits, never fewer before the point than there are. */
final class Numbers {
  /** Shown where nothing is known. */
  static final String UNKNOWN = "–";

  private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

  /** Beyond these, which intervals of very few blocks reach, zeros would hide the number. */
  private static final double SMALLEST_PLAIN = 1e-4;

  private static final double LARGEST_PLAIN = 1e9;

  private Numbers() {}

  static String shown(@Nullable Double value) {
    if (value == null) {
      return UNKNOWN;
    }
    if (value == 0) {
      return "0";
    }
    if (Math.abs(value) < SMALLEST_PLAIN || Math.abs(value) >= LARGEST_PLAIN) {
      return String.format(Locale.ROOT, "%.3e", value);
    }
    BigDecimal rounded = new BigDecimal(value).round(FOUR_DIGITS);
    // How many digits stand behind the point when four are shown in all.
    int decimals = Math.max(0, 4 - (rounded.precision() - rounded.scale()));
    DecimalFormat format =
        new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
    format.setMinimumFractionDigits(decimals);
    format.setMaximumFractionDigits(decimals);
    return format.format(rounded);
  }

  /** A round number, without digits that say nothing: {@code 0.5}, {@code 20}, {@code 5,000}. */
  static String plain(double value) {
    DecimalFormat format =
        new DecimalFormat("#,##0.######", DecimalFormatSymbols.getInstance(Locale.ROOT));
    return format.format(new BigDecimal(value).round(FOUR_DIGITS));
  }

  static String shown(@Nullable Long value) {
    return value == null ? UNKNOWN : String.format(Locale.ROOT, "%,d", value);
  }

  /** A number of things, short if it is round: {@code 1k}, {@code 10M}, but {@code 2,500}. */
  static String size(long size) {
    return size % 1_000_000 == 0
        ? shown(size / 1_000_000) + "M"
        : size % 1_000 == 0 ? shown(size / 1_000) + "k" : shown(size);
  }

  /** {@code value [lo, hi]}, or the value alone if there is no interval. */
  static String shown(Estimate estimate) {
    return estimate.lo() == null
        ? shown(estimate.value())
        : "%s [%s, %s]"
            .formatted(shown(estimate.value()), shown(estimate.lo()), shown(estimate.hi()));
  }
}
