package dev.heddle.workloads.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * The requests of one run, all there before it begins: when each is due, at which endpoint, and how
 * long it computes. Immutable, and so the same for every strategy that is asked them.
 */
final class Requests {
  private static final String HEADER = "due_us,endpoint,service_us";
  private static final int COLUMNS = 3;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Names of endpoints are parts of names of files. */
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,32}");

  private final List<String> endpoints;
  private final long[] due;
  private final byte[] endpoint;
  private final long[] service;

  private Requests(List<String> endpoints, long[] due, byte[] endpoint, long[] service) {
    this.endpoints = List.copyOf(endpoints);
    this.due = due;
    this.endpoint = endpoint;
    this.service = service;
  }

  /**
   * Draws so many.
   *
   * @param seed the same gives the same requests
   */
  static Requests draw(ArrivalTimes arrivals, Mix mix, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] due = arrivals.draw(count, random.split());
    SplittableRandom work = random.split();
    byte[] endpoint = new byte[count];
    long[] service = new long[count];
    for (int i = 0; i < count; i++) {
      endpoint[i] = (byte) mix.draw(work);
      service[i] = mix.endpoints().get(endpoint[i]).times().draw(work);
    }
    return new Requests(
        mix.endpoints().stream().map(Endpoint::name).toList(), due, endpoint, service);
  }

  /**
   * Reads recorded ones: a line {@value #HEADER}, then one for each request, in the order in which
   * they are due, with times in microseconds and a name for an endpoint, of which there may be 127.
   *
   * @throws IllegalArgumentException in one line, with the number of the line that is wrong
   */
  static Requests read(Path file) throws IOException {
    List<String> names = new ArrayList<>();
    long[] due = new long[1024];
    byte[] endpoint = new byte[1024];
    long[] service = new long[1024];
    int count = 0;
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      String header = reader.readLine();
      if (!HEADER.equals(header)) {
        throw new IllegalArgumentException(
            "line 1 of %s is '%s'; it must be '%s'".formatted(file, header, HEADER));
      }
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (count == due.length) {
          due = Arrays.copyOf(due, 2 * count);
          endpoint = Arrays.copyOf(endpoint, 2 * count);
          service = Arrays.copyOf(service, 2 * count);
        }
        String[] columns = line.split(",", -1);
        String where = "line %d of %s".formatted(count + 2, file);
        if (columns.length != COLUMNS) {
          throw new IllegalArgumentException(
              "%s has %d columns; it must have %s".formatted(where, columns.length, HEADER));
        }
        due[count] = nanos(where, columns[0]);
        if (count > 0 && due[count] < due[count - 1]) {
          throw new IllegalArgumentException(
              where + " is due before the line above it; they must be in order");
        }
        int number = names.indexOf(columns[1]);
        if (number < 0 && !NAME.matcher(columns[1]).matches()) {
          throw new IllegalArgumentException(
              "%s has '%s' for an endpoint; it must be 1 to 32 letters, digits, hyphens and underscores"
                  .formatted(where, columns[1]));
        }
        if (number < 0) {
          number = names.size();
          names.add(columns[1]);
        }
        if (number > Byte.MAX_VALUE) {
          throw new IllegalArgumentException(
              where + " names one endpoint too many; there may be 127");
        }
        endpoint[count] = (byte) number;
        service[count] = nanos(where, columns[2]);
        count++;
      }
    }
    if (count == 0) {
      throw new IllegalArgumentException(file + " has no requests");
    }
    return new Requests(
        names,
        Arrays.copyOf(due, count),
        Arrays.copyOf(endpoint, count),
        Arrays.copyOf(service, count));
  }

  private static long nanos(String where, String micros) {
    double value;
    try {
      value = Double.parseDouble(micros);
    } catch (NumberFormatException e) {
      value = -1;
    }
    if (!(value >= 0) || value > Long.MAX_VALUE / NANOS_PER_MICRO) {
      throw new IllegalArgumentException(
          "%s has '%s' for a time; it must be a number of microseconds, 0 or more"
              .formatted(where, micros));
    }
    return Math.round(value * NANOS_PER_MICRO);
  }

  int count() {
    return due.length;
  }

  /** The names of the endpoints, by their numbers. */
  List<String> endpoints() {
    return endpoints;
  }

  /** When a request is due, in ns from the beginning. */
  long due(int request) {
    return due[request];
  }

  /** The number of its endpoint. */
  int endpoint(int request) {
    return endpoint[request];
  }

  /** How long it computes, in ns. */
  long service(int request) {
    return service[request];
  }

  /** The mean time between two, in ns; of one alone, when it is due. */
  double meanGapNanos() {
    return (double) due[due.length - 1] / due.length;
  }

  /** When the first is due again if all begin anew: a mean gap after the last. */
  long periodNanos() {
    return due[due.length - 1] + (long) meanGapNanos();
  }

  /** The mean time one computes, in ns. */
  double meanServiceNanos() {
    return Arrays.stream(service).average().orElseThrow();
  }

  /**
   * The same, but so many a second on average: all times between them longer or shorter alike.
   *
   * @throws IllegalArgumentException in one line, if all are due at once
   */
  Requests at(double perSecond) {
    double meanGap = meanGapNanos();
    if (meanGap <= 0) {
      throw new IllegalArgumentException(
          "all recorded requests are due at once; they have no rate to change");
    }
    double factor = NANOS_PER_SECOND / perSecond / meanGap;
    return new Requests(
        endpoints,
        Arrays.stream(due).map(at -> Math.round(at * factor)).toArray(),
        endpoint,
        service);
  }

  /** The first so many of them. */
  Requests first(int count) {
    return new Requests(
        endpoints,
        Arrays.copyOf(due, count),
        Arrays.copyOf(endpoint, count),
        Arrays.copyOf(service, count));
  }
}
