package dev.heddle.strategies.parts;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A task with a number, for queues that never poll what they hold. */
public final class Numbered extends Task<Integer> {
  /** The number. */
  public final int number;

  /** A task with this number. */
  public Numbered(int number) {
    this.number = number;
  }

  @Override
  public Poll poll(Context context) {
    return ready(number);
  }

  static @Nullable Integer of(@Nullable Task<?> task) {
    return task == null ? null : ((Numbered) task).number;
  }

  static List<Integer> of(@Nullable Chain chain) {
    List<Integer> numbers = new ArrayList<>();
    for (Task<?> at = chain == null ? null : chain.first; at != null; at = at.link()) {
      numbers.add(((Numbered) at).number);
    }
    return numbers;
  }
}
