package dev.heddle.harness;

import dev.heddle.harness.plan.ChosenTimer;
import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.runtime.spi.TimerQueueProvider;
import dev.heddle.runtime.spi.TimerServiceProvider;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What timers are, in their own words; part of the shape of {@code explain --json}.
 *
 * @param spec name and options, as tables show them
 * @param name of the timers
 * @param summary in one line
 * @param options all they understand
 * @param tickNanos in what steps they count: a timer is due at most one late
 * @param keepsOrder whether timers of one tick are due in the order of their insertion
 * @param firedBy whose threads fire them, in words
 * @param source the class behind the name
 * @param library whose they are, null if Heddle's own or, as of unavailable ones, not known
 * @param unavailable why they cannot be used here, null if they can
 */
record TimerExplanation(
    String spec,
    String name,
    String summary,
    List<Explanation.Setting> options,
    long tickNanos,
    boolean keepsOrder,
    String firedBy,
    String source,
    @Nullable Library library,
    @Nullable String unavailable) {

  static TimerExplanation of(ChosenTimer chosen) {
    TimerProvider provider = chosen.provider();
    @Nullable String unavailable = provider.unavailable().orElse(null);
    return new TimerExplanation(
        chosen.spec(),
        provider.name(),
        provider.summary(),
        Explanation.settings(provider.options(), chosen.options()),
        provider.tickNanos(),
        provider.keepsOrder(),
        switch (provider) {
          case TimerQueueProvider _ -> "the runtime's threads that wait";
          case TimerServiceProvider _ -> "a thread of its own, by the real clock";
        },
        provider.getClass().getName(),
        unavailable == null ? provider.library().orElse(null) : null,
        unavailable);
  }

  List<Fact> facts() {
    return List.of(
        new Fact("kind", "timers, for --timers"),
        new Fact("summary", summary),
        new Fact("fired by", firedBy),
        new Fact("tick", "%,d ns".formatted(tickNanos)),
        new Fact("one tick", keepsOrder ? "in the order of insertion" : "in no certain order"),
        new Fact(
            "source",
            source
                + (library != null
                    ? ", on " + library
                    : unavailable == null && source.startsWith("dev.heddle.")
                        ? ", Heddle's own"
                        : "")),
        Explanation.availability(unavailable));
  }
}
