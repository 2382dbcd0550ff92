package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;

/** One task spawns six, more than a ring of two and a slot can hold, and joins them all. */
public final class Crowd extends RuntimeScenario {
  private static final int CHILDREN = 6;

  public Crowd(String strategy, int workers) {
    super(strategy, workers);
  }

  @Override
  public void run() throws Exception {
    Root root = new Root();
    try (HeddleRuntime runtime = start()) {
      check(runtime.spawn(root).join() == CHILDREN, "the number of children is wrong");
    }
    root.checkEnded();
    for (Child child : root.children) {
      child.checkEnded();
    }
  }

  private static final class Root extends Watched<Integer> {
    private final Child[] children = new Child[CHILDREN];
    private int joined;

    @Override
    Poll body(Context context) {
      if (children[0] == null) {
        for (int i = 0; i < CHILDREN; i++) {
          children[i] = new Child();
          context.runtime().spawn(children[i]);
        }
      }
      while (joined < CHILDREN && children[joined].pollJoin(context) == Poll.READY) {
        joined++;
      }
      return joined == CHILDREN ? done(joined) : Poll.PENDING;
    }
  }

  private static final class Child extends Watched<String> {
    @Override
    Poll body(Context context) {
      return done("done");
    }
  }
}
