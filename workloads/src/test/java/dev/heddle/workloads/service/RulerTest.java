package dev.heddle.workloads.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The ruler against services of which arithmetic says what they do. In virtual time, so exactly.
 */
class RulerTest {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLI = 1e6;
  private static final long SEED = 20_261_130;

  private static Offset<Double> fivePercentOf(double value) {
    return within(0.05 * value);
  }

  private static Mix mix(ServiceTimes times) {
    return new Mix("test", List.of(new Endpoint("all", 1, times)));
  }

  /**
   * The service stops for 10 ms in each second, and is hardly busy else. Who comes when x ms of
   * that are still to come waits so long, so one in a hundred waits at all, and of those each wait
   * up to 10 ms is as likely as another: the quantile q is at 10 ms less what is beyond it.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.992, 0.995, 0.998, 0.999, 0.9995})
  void aKnownStallShowsInTheQuantiles(double q) {
    Requests requests =
        Requests.draw(
            new ArrivalTimes.Poisson(20_000), mix(new ServiceTimes.Constant(500)), 2_000_000, SEED);
    Histogram response =
        new SimulatedService(1, (long) NANOS_PER_SECOND, (long) (10 * MILLI))
            .run(requests)
            .all()
            .response();
    double expected = 10 * MILLI - (1 - q) * NANOS_PER_SECOND;
    assertThat((double) response.getValueAtPercentile(100 * q))
        .isCloseTo(expected, fivePercentOf(expected));
  }

  /** One that counts from the sending, and sends the next only after an answer, sees one in 1 s. */
  @Test
  void countedFromTheSendingTheSameStallIsOneRequest() {
    long stalls = 0;
    long at = 0;
    SimulatedService service =
        new SimulatedService(1, (long) NANOS_PER_SECOND, (long) (10 * MILLI));
    Ruler closed = new Ruler(List.of("all"));
    for (int i = 0; i < 2_000_000; i++) {
      long begun = service.afterStall(at);
      closed.answered(0, at, at, begun, begun + 500);
      stalls += begun > at ? 1 : 0;
      at = Math.max(begun + 500, at + 50_000);
    }
    Histogram response = closed.all().response();
    assertThat(stalls).isEqualTo(response.getCountBetweenValues((long) MILLI, (long) 1e12));
    assertThat(response.getValueAtPercentile(99.9)).isLessThan((long) MILLI);
  }

  @Test
  void aKnownDistributionOfServiceTimesIsRecovered() {
    Requests requests =
        Requests.draw(
            new ArrivalTimes.Poisson(1_000),
            mix(new ServiceTimes.Exponential(10_000)),
            500_000,
            SEED);
    Histogram service = SimulatedService.withoutStalls(1).run(requests).all().service();
    assertThat(service.getMean()).isCloseTo(10_000, fivePercentOf(10_000));
    for (double q : new double[] {0.5, 0.9, 0.99, 0.999}) {
      double expected = -10_000 * Math.log(1 - q);
      assertThat((double) service.getValueAtPercentile(100 * q))
          .as("quantile " + q)
          .isCloseTo(expected, fivePercentOf(expected));
    }
  }

  static Stream<Arguments> loads() {
    return Stream.of(0.3, 0.5, 0.8).map(Arguments::of);
  }

  /** M/M/1: the mean response is the mean service over the share of time in which it is idle. */
  @ParameterizedTest
  @MethodSource("loads")
  void exponentialServiceHasTheMeanResponseOfTheClosedForm(double load) {
    double expected = 10_000 / (1 - load);
    assertThat(meanResponse(new ServiceTimes.Exponential(10_000), load))
        .isCloseTo(expected, fivePercentOf(expected));
  }

  /** M/D/1: the mean wait is half of that with exponential service. */
  @ParameterizedTest
  @MethodSource("loads")
  void constantServiceHasTheMeanResponseOfTheClosedForm(double load) {
    double expected = 10_000 + 10_000 * load / (2 * (1 - load));
    assertThat(meanResponse(new ServiceTimes.Constant(10_000), load))
        .isCloseTo(expected, fivePercentOf(expected));
  }

  private static double meanResponse(ServiceTimes times, double load) {
    double perSecond = load * NANOS_PER_SECOND / times.meanNanos();
    Requests requests =
        Requests.draw(new ArrivalTimes.Poisson(perSecond), mix(times), 3_000_000, SEED);
    return SimulatedService.withoutStalls(1).run(requests).all().response().getMean();
  }

  /** M/G/1, by Pollaczek and Khinchine: half the mean square at the rate, over the idle share. */
  @ParameterizedTest
  @ValueSource(strings = {"exp-1us", "exp-10us", "rare-long", "half-long", "tpcc"})
  void everyMixHasTheMeanResponseOfTheClosedForm(String name) {
    Mix mix = Mix.named(name);
    double load = 0.5;
    double perNano = load / mix.meanNanos();
    double expected = mix.meanNanos() + perNano * mix.meanSquareNanos() / (2 * (1 - load));
    Requests requests =
        Requests.draw(new ArrivalTimes.Poisson(perNano * NANOS_PER_SECOND), mix, 4_000_000, SEED);
    assertThat(SimulatedService.withoutStalls(1).run(requests).all().response().getMean())
        .isCloseTo(expected, fivePercentOf(expected));
  }

  @Test
  void eachEndpointIsMeasuredByItself() {
    Mix mix = Mix.named("half-long");
    Requests requests = Requests.draw(new ArrivalTimes.Poisson(100), mix, 100_000, SEED);
    Ruler batch = SimulatedService.withoutStalls(4).run(requests);
    assertThat((double) batch.of("short").service().getMaxValue())
        .isCloseTo(1_000, fivePercentOf(1_000));
    assertThat((double) batch.of("long").service().getMinNonZeroValue())
        .isCloseTo(100_000, fivePercentOf(100_000));
    assertThat((double) batch.of("long").response().getTotalCount())
        .isCloseTo(50_000, fivePercentOf(50_000));
  }
}
