package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveTasksTest {
  private static final int CROWD = 5_000;
  private static final long SECOND = 1_000_000_000;

  private final HeddleRuntime runtime = HandDriven.runtime(task -> {});
  private final LiveTasks live = new LiveTasks();
  private final List<Scripted> crowd = new ArrayList<>();

  private void addACrowd() {
    for (int i = 0; i < CROWD; i++) {
      Scripted task = new Scripted("task " + i, (self, context) -> Poll.PENDING);
      runtime.spawn(task);
      crowd.add(task);
      live.add(task);
    }
  }

  private void finish(int howMany) {
    for (int i = 0; i < howMany; i++) {
      crowd.get(i).failWith(new IllegalStateException("over"));
    }
  }

  private List<Task<?>> seen() {
    List<Task<?>> seen = new ArrayList<>();
    live.forEach((task, tick) -> seen.add(task));
    return seen;
  }

  @Test
  void whatIsNotFinishedIsSeenInTheOrderItCame() {
    addACrowd();
    assertThat(seen()).isEqualTo(crowd);
    finish(CROWD / 2);
    assertThat(seen()).isEqualTo(crowd.subList(CROWD / 2, CROWD));
  }

  @Test
  void aCrowdThatHasGoneIsNotKept() {
    addACrowd();
    finish(CROWD - 1);
    live.tidy(2 * SECOND);
    assertThat(live.held()).isEqualTo(1);
    assertThat(seen()).isEqualTo(crowd.subList(CROWD - 1, CROWD));
  }

  @Test
  void aCrowdThatMostlyLivesIsLeftAlone() {
    addACrowd();
    finish(CROWD / 4);
    live.tidy(2 * SECOND);
    assertThat(live.held()).isEqualTo(CROWD);
  }

  @Test
  void nobodyLooksTwiceInASecond() {
    addACrowd();
    live.tidy(2 * SECOND);
    finish(CROWD);
    live.tidy(3 * SECOND - 1);
    assertThat(live.held()).isEqualTo(CROWD);
    live.tidy(3 * SECOND);
    assertThat(live.held()).isZero();
  }

  @Test
  void afterASweepMoreCanBeAdded() {
    addACrowd();
    finish(CROWD);
    live.tidy(2 * SECOND);
    crowd.clear();
    addACrowd();
    assertThat(seen()).isEqualTo(crowd);
  }
}
