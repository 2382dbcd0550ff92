package dev.heddle.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jol.info.ClassLayout;

/** Prints how the JVM it runs in lays tasks and a sleep out, and their sizes, in bytes. */
final class TaskLayout {
  private TaskLayout() {}

  public static void main(String[] args) {
    for (Class<?> type : List.of(Bare.class, WithOneField.class, Sleep.class)) {
      ClassLayout layout = ClassLayout.parseClass(type);
      System.out.println(layout.toPrintable());
      System.out.println(sizeLabel(type) + layout.instanceSize());
    }
  }

  /** What stands in front of a class's size. */
  static String sizeLabel(Class<?> type) {
    return type.getSimpleName() + " bytes: ";
  }

  /** Nothing but what every task has. */
  static class Bare extends Task<@Nullable Void> {
    @Override
    public Poll poll(Context context) {
      return ready(null);
    }
  }

  /** The smallest task that knows anything. */
  static final class WithOneField extends Bare {
    @SuppressWarnings("UnusedVariable") // it only takes its place
    private @Nullable Object field;
  }
}
