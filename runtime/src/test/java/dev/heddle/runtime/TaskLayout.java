package dev.heddle.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jol.info.ClassLayout;

/** Prints how the JVM it runs in lays a task out, and the two sizes, in bytes. */
final class TaskLayout {
  private TaskLayout() {}

  public static void main(String[] args) {
    for (Class<?> task : List.of(Bare.class, WithOneInt.class)) {
      ClassLayout layout = ClassLayout.parseClass(task);
      System.out.println(layout.toPrintable());
      System.out.println(sizeLabel(task) + layout.instanceSize());
    }
  }

  /** What stands in front of a class's size. */
  static String sizeLabel(Class<?> task) {
    return task.getSimpleName() + " bytes: ";
  }

  /** Nothing but what every task has. */
  static class Bare extends Task<@Nullable Void> {
    @Override
    public Poll poll(Context context) {
      return ready(null);
    }
  }

  /** The smallest task that knows anything. */
  static final class WithOneInt extends Bare {
    @SuppressWarnings("UnusedVariable") // it only takes its place
    private int field;
  }
}
