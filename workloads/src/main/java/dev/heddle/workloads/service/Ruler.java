package dev.heddle.workloads.service;

import dev.heddle.workloads.Answers;
import dev.heddle.workloads.RequestTimes;
import java.util.List;
import java.util.stream.Stream;

/**
 * The times of answered requests, of each endpoint by itself, for those who want them in hand and
 * not in a fork's records.
 */
final class Ruler implements Answers {
  private final List<String> names;
  private final List<RequestTimes> times;

  /**
   * A ruler with nothing measured.
   *
   * @param names of the endpoints, by their numbers
   */
  Ruler(List<String> names) {
    this.names = List.copyOf(names);
    times = Stream.generate(RequestTimes::none).limit(names.size()).toList();
  }

  @Override
  public void answered(int endpoint, long due, long sentAt, long begun, long ended) {
    times.get(endpoint).answered(due, sentAt, begun, ended);
  }

  /** Of all of them, in new histograms. */
  RequestTimes all() {
    RequestTimes all = RequestTimes.none();
    times.forEach(all::add);
    return all;
  }

  /**
   * Of one endpoint.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  RequestTimes of(String name) {
    int number = names.indexOf(name);
    if (number < 0) {
      throw new IllegalArgumentException("no endpoint '%s' among %s".formatted(name, names));
    }
    return times.get(number);
  }
}
