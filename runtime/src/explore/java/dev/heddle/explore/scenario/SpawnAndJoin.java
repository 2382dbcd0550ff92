package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;

/** A task spawns two others, one of which yields, and joins them; a thread joins the first. */
public final class SpawnAndJoin extends RuntimeScenario {
  public SpawnAndJoin(String strategy, int workers) {
    super(strategy, workers);
  }

  @Override
  public void run() throws Exception {
    Parent parent = new Parent();
    try (HeddleRuntime runtime = start()) {
      check(runtime.spawn(parent).join() == 3, "the sum is wrong");
    }
    parent.checkEnded();
    parent.one.checkEnded();
    parent.two.checkEnded();
  }

  private static final class Parent extends Watched<Integer> {
    private final Child one = new Child(1, 0);
    private final Child two = new Child(2, 1);
    private boolean spawned;

    @Override
    Poll body(Context context) {
      if (!spawned) {
        spawned = true;
        context.runtime().spawn(one);
        context.runtime().spawn(two);
      }
      if (one.pollJoin(context) == Poll.PENDING || two.pollJoin(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      return done(one.value() + two.value());
    }
  }

  private static final class Child extends Watched<Integer> {
    private final int number;
    private int yields;

    Child(int number, int yields) {
      this.number = number;
      this.yields = yields;
    }

    @Override
    Poll body(Context context) {
      return yields-- > 0 ? context.yieldNow() : done(number);
    }
  }
}
