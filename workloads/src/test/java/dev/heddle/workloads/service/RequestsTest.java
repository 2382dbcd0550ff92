package dev.heddle.workloads.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is drawn has the rates and shares that were asked for, and what is read is what was written.
 */
class RequestsTest {
  private static final int MANY = 1_000_000;

  @TempDir private Path directory;

  private static long[] draw(ArrivalTimes arrivals) {
    return arrivals.draw(MANY, new SplittableRandom(7));
  }

  /** How many come in each of so many equal times: the variance over the mean. */
  private static double dispersion(long[] due, int times) {
    double[] counts = new double[times];
    double each = (double) due[due.length - 1] / times;
    for (long at : due) {
      counts[(int) Math.min(times - 1, at / each)]++;
    }
    double mean = (double) due.length / times;
    double square = 0;
    for (double count : counts) {
      square += (count - mean) * (count - mean);
    }
    return square / times / mean;
  }

  @Test
  void independentArrivalsHaveTheirRateAndAreSpreadAsChanceDoes() {
    long[] due = draw(new ArrivalTimes.Poisson(50_000));
    assertThat(MANY * 1e9 / due[MANY - 1]).isCloseTo(50_000, within(500.0));
    assertThat(dispersion(due, 1_000)).isCloseTo(1, within(0.15));
    assertThat(due).isSorted();
  }

  @Test
  void burstsKeepTheRateAndAreNotSpreadSo() {
    long[] due = draw(new ArrivalTimes.Bursty(50_000, 5, 1e6));
    assertThat(MANY * 1e9 / due[MANY - 1]).isCloseTo(50_000, within(2_500.0));
    assertThat(dispersion(due, 1_000)).isGreaterThan(20);
    assertThat(due).isSorted();
  }

  @Test
  void theSameSeedDrawsTheSame() {
    Mix mix = Mix.named("tpcc");
    Requests one = Requests.draw(new ArrivalTimes.Poisson(1_000), mix, 10_000, 3);
    Requests same = Requests.draw(new ArrivalTimes.Poisson(1_000), mix, 10_000, 3);
    Requests other = Requests.draw(new ArrivalTimes.Poisson(1_000), mix, 10_000, 4);
    assertThat(IntStream.range(0, 10_000))
        .allMatch(i ->
            one.due(i) == same.due(i)
                && one.endpoint(i) == same.endpoint(i)
                && one.service(i) == same.service(i))
        .isNotEmpty();
    assertThat(other.due(9_999)).isNotEqualTo(one.due(9_999));
  }

  @Test
  void endpointsHaveTheirShares() {
    Requests requests = Requests.draw(new ArrivalTimes.Poisson(1_000), Mix.named("tpcc"), MANY, 5);
    double payments = IntStream.range(0, MANY).filter(i -> requests.endpoint(i) == 0).count();
    assertThat(payments / MANY).isCloseTo(0.44, within(0.01));
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("trace.csv"), text);
  }

  @Test
  void recordedRequestsAreReadAsTheyAre() throws IOException {
    Requests read =
        Requests.read(file("due_us,endpoint,service_us\n0,get,1.5\n10,put,20\n10.25,get,0\n"));
    assertThat(read.count()).isEqualTo(3);
    assertThat(read.endpoints()).containsExactly("get", "put");
    assertThat(read.due(2)).isEqualTo(10_250);
    assertThat(read.endpoint(1)).isEqualTo(1);
    assertThat(read.service(0)).isEqualTo(1_500);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "due,what | line 1 of",
        "due_us,endpoint,service_us | has no requests",
        "due_us,endpoint,service_us;1,a | line 2 of .* has 2 columns",
        "due_us,endpoint,service_us;1,a,x | line 2 of .* has 'x' for a time",
        "due_us,endpoint,service_us;1,a,-1 | line 2 of .* has '-1' for a time",
        "due_us,endpoint,service_us;2,a,1;1,a,1 | line 3 of .* is due before the line above it",
      })
  void whatIsWrongInAFileIsToldWithItsLine(String text, String expected) {
    assertThatThrownBy(() -> Requests.read(file(text.strip().replace(';', '\n') + "\n")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(".*" + expected.strip() + ".*");
  }
}
