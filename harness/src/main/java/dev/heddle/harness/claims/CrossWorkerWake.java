package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import dev.heddle.harness.plan.Scale;
import java.util.List;

/** C16: what it costs to wake a task on another worker. */
final class CrossWorkerWake implements Claim {
  private static final String OUTSIDE = "C16-wake-latency";

  @Override
  public String id() {
    return "C16";
  }

  @Override
  public String statement() {
    return "waking a task across workers costs more than waking it on the same one";
  }

  @Override
  public String figure() {
    return "none";
  }

  @Override
  public String rule() {
    return "confirmed if a round trip of ping-pong takes more than 3 % more CPU time (beyond the A/A control) with a worker for each core than with one worker on the same cores, where every wake-up is local; refuted if not. Beside it stands how long a wake-up from another thread takes to reach a parked worker, with one worker and with several";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return setting.most() < 2
        ? List.of()
        : List.of(
            Messages.workers(setting),
            Experiment.named(OUTSIDE, setting)
                .workloads("wake-latency")
                .strategies("work-stealing")
                .scale(Scale.SIZE, 1)
                .cores(setting.most())
                .workers(1, setting.most())
                .brief()
                .asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    weighed.needCpus(2, "as one worker has no other to wake");
    int most = weighed.setting().most();
    Cells trips = weighed.cells(Messages.WORKERS, Messages.WORKLOAD);
    Finding one = weighed.value("CPU of a round trip, 1 worker", "", trips.workers(1).cpuTime());
    Finding several =
        weighed.value(
            "CPU of a round trip, %d workers".formatted(most), "", trips.workers(most).cpuTime());
    Finding ratio =
        weighed.ratio(
            "CPU of a round trip, %d workers / 1".formatted(most),
            "above 1",
            trips.workers(most).cpuTime(),
            trips.workers(1).cpuTime());
    weighed.ratio(
        "time of a round trip, %d workers / 1".formatted(most),
        "",
        trips.workers(most).time(),
        trips.workers(1).time());
    Cells wakes = weighed.cells(OUTSIDE, "wake-latency");
    weighed.value("wake-up from outside, 1 worker", "", wakes.workers(1).score());
    weighed.value(
        "wake-up from outside, %d workers".formatted(most), "", wakes.workers(most).score());
    weighed.draw(
        Picture.of(
            "ping-pong: CPU time of a round trip", Axis.linear("ns"), List.of(one, several)));
    return Case.ruling(Case.more("a round trip over several workers costs more CPU", ratio));
  }
}
