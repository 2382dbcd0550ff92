package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.JoinSet;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.TaskCancelledException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Many tasks that finish at once, on every worker, while they are joined. */
@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyStrategy")
class JoinSetTest {
  private static final int TASKS = 20_000;

  private final HeddleRuntime runtime;

  JoinSetTest(Setup setup) {
    runtime = setup.start();
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  /** Keeps few tasks running at a time, so that it waits for the next one again and again. */
  private static final class Joiner extends Task<BitSet> {
    private final int atATime;
    private final BitSet seen = new BitSet();
    private @Nullable JoinSet<Integer> set;
    private @Nullable Future<JoinHandle<Integer>> next;
    private int spawned;

    Joiner(int atATime) {
      this.atATime = atATime;
    }

    @Override
    public Poll poll(Context context) throws Exception {
      JoinSet<Integer> mine = set;
      if (mine == null) {
        mine = new JoinSet<>(context.runtime());
        set = mine;
      }
      while (true) {
        while (mine.size() < atATime && spawned < TASKS) {
          mine.spawn(Probe.of(spawned++));
        }
        if (mine.size() == 0) {
          return ready(seen);
        }
        if (next == null) {
          next = mine.joinNext();
        }
        if (next.poll(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        int value = next.value().value();
        next = null;
        if (seen.get(value)) {
          throw new AssertionError("joined twice: " + value);
        }
        seen.set(value);
      }
    }

    @Override
    public void close() {
      if (set != null) {
        set.close();
      }
    }
  }

  @Test
  void aTaskJoinsEveryTaskOnceWhileOthersFinish() throws Exception {
    assertThat(runtime.spawn(new Joiner(3)).join().cardinality()).isEqualTo(TASKS);
  }

  @Test
  void aTaskJoinsEveryTaskOnceAfterAllWereSpawned() throws Exception {
    assertThat(runtime.spawn(new Joiner(TASKS)).join().cardinality()).isEqualTo(TASKS);
  }

  @Test
  void aThreadOutsideJoinsEveryTaskOnce() throws Exception {
    JoinSet<Integer> set = new JoinSet<>(runtime);
    for (int i = 0; i < TASKS; i++) {
      set.spawn(Probe.of(i));
    }
    BitSet seen = new BitSet();
    while (set.size() > 0) {
      seen.set(runtime.blockOn(set.joinNext()).value());
    }
    assertThat(seen.cardinality()).isEqualTo(TASKS);
  }

  @Test
  void aTaskThatIsAbortedAbortsTheTasksOfItsSet() throws Exception {
    List<Probe<String>> idle = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      idle.add(Probe.idle());
    }
    Task<String> owner =
        new Task<>() {
          private @Nullable JoinSet<String> set;

          @Override
          public Poll poll(Context context) {
            JoinSet<String> mine = new JoinSet<>(context.runtime());
            set = mine;
            idle.forEach(mine::spawn);
            return Poll.PENDING;
          }

          @Override
          public void close() {
            if (set != null) {
              set.close();
            }
          }
        };
    runtime.spawn(owner);
    for (Probe<String> task : idle) {
      task.awaitPoll();
    }
    owner.abort();
    assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(owner::join);
    for (Probe<String> task : idle) {
      while (!task.isFinished()) {
        Thread.onSpinWait();
      }
      assertThat(task.closes()).isEqualTo(1);
    }
  }
}
