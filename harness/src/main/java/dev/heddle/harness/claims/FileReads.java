package dev.heddle.harness.claims;

import java.util.List;

/** C12: what reading files on a worker does to tasks that have nothing to do with it. */
final class FileReads implements Claim {
  private static final String RUN = "C12-file-read";
  private static final String ON_WORKER = "file-read-on-worker";
  private static final String ON_POOL = "file-read-blocking-pool";

  @Override
  public String id() {
    return "C12";
  }

  @Override
  public String statement() {
    return "files that are read on workers stall their other tasks, and more than files that the blocking pool reads";
  }

  @Override
  public String figure() {
    return "none";
  }

  @Override
  public String rule() {
    return Bystanders.rule(ON_WORKER, ON_POOL) + ". Each read asks the disk, past the page cache";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return List.of(Bystanders.ask(RUN, setting, ON_WORKER, ON_POOL).asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    return Bystanders.judge(weighed, RUN, ON_WORKER, ON_POOL);
  }
}
