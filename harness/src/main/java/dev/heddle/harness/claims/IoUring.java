package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import dev.heddle.harness.claims.Picture.Curve;
import dev.heddle.harness.plan.Scale;
import dev.heddle.harness.stats.Quantity;
import java.util.ArrayList;
import java.util.List;

/** C14: whether io_uring pays over epoll, by connections. */
final class IoUring implements Claim {
  private static final String RUN = "C14-io-uring";
  private static final String WORKLOAD = "echo";
  private static final String EPOLL = "selector";
  private static final String RING = "io-uring";
  private static final List<Integer> CONNECTIONS = List.of(1, 512);
  private static final int PAYLOAD = 64;
  private static final Quantity CPU = Quantity.serverCpuTime();

  @Override
  public String id() {
    return "C14";
  }

  @Override
  public String statement() {
    return "going over from epoll to io_uring pays";
  }

  @Override
  public String figure() {
    return "none";
  }

  @Override
  public String rule() {
    return "an echo server on one CPU, requests of 64 B, the generator on the other CPUs: confirmed if at 1 and at 512 connections epoll takes more than 3 % more CPU time for a request (beyond the A/A control) and io_uring's response time is not more than 3 % longer; refuted if one of these does not hold at one of them";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return List.of(
        Experiment.named(RUN, setting)
            .workloads(WORKLOAD)
            .strategies("work-stealing")
            .drivers(EPOLL + ":placement=shared", RING)
            .scale(Scale.CONNECTIONS, CONNECTIONS.stream().mapToInt(Integer::intValue).toArray())
            .scale(Scale.PAYLOAD, PAYLOAD)
            .cores(1)
            .asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    weighed.needCpus(2, "one for the server and one for the load generator");
    List<Part> parts = new ArrayList<>();
    List<Curve> curves = new ArrayList<>();
    for (String driver : List.of(EPOLL, RING)) {
      curves.add(
          new Curve(
              driver,
              false,
              true,
              Picture.points(
                  CONNECTIONS,
                  CONNECTIONS.stream()
                      .map(connections ->
                          weighed
                              .value(
                                  "server CPU, %s, %s".formatted(driver, words(connections)),
                                  "",
                                  cell(weighed, driver, connections).of(CPU))
                              .measured())
                      .toList())));
    }
    weighed.draw(
        new Picture(
            "echo: CPU time of the server for a request",
            Axis.logarithmic("connections"),
            Axis.logarithmic("ns/request"),
            null,
            curves));
    for (int connections : CONNECTIONS) {
      Cells epoll = cell(weighed, EPOLL, connections);
      Cells ring = cell(weighed, RING, connections);
      parts.add(
          Case.more(
              "epoll takes more CPU with %s".formatted(words(connections)),
              weighed.ratio(
                  "server CPU, epoll / io_uring, %s".formatted(words(connections)),
                  "above 1",
                  epoll.of(CPU),
                  ring.of(CPU))));
      parts.add(
          Case.below(
              "io_uring answers no later with %s".formatted(words(connections)),
              weighed.ratio(
                  "response time, io_uring / epoll, %s".formatted(words(connections)),
                  "below 1",
                  ring.score(),
                  epoll.score()),
              Case.DIFFERENCE));
    }
    return Case.ruling(parts);
  }

  private static String words(int connections) {
    return connections == 1 ? "1 connection" : connections + " connections";
  }

  private static Cells cell(Case weighed, String driver, int connections) {
    return weighed.cells(RUN, WORKLOAD).driver(driver).connections(connections);
  }
}
