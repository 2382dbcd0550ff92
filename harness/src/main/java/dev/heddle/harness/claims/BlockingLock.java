package dev.heddle.harness.claims;

import java.util.List;

/** C11: what a lock that blocks threads does to tasks that have nothing to do with it. */
final class BlockingLock implements Claim {
  private static final String RUN = "C11-lock";
  private static final String BLOCKING = "lock-blocking";
  private static final String ASYNC = "lock-async";

  @Override
  public String id() {
    return "C11";
  }

  @Override
  public String statement() {
    return "a blocking mutex held across a suspension stalls the worker's other tasks, and more than an async mutex does";
  }

  @Override
  public String figure() {
    return "none";
  }

  @Override
  public String rule() {
    return Bystanders.rule(BLOCKING, ASYNC);
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return List.of(Bystanders.ask(RUN, setting, BLOCKING, ASYNC).brief().asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    return Bystanders.judge(weighed, RUN, BLOCKING, ASYNC);
  }
}
