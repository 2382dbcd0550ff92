package dev.heddle.timers;

import dev.heddle.runtime.NoTimer;
import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The timer queues there are, and what tests ask of them. */
final class Queues {
  private Queues() {}

  /** Every queue on the class path that can be used here. */
  static Stream<TimerQueueProvider> all() {
    return Providers.timers().stream()
        .filter(
            provider -> provider instanceof TimerQueueProvider && !(provider instanceof NoTimer))
        .filter(provider -> provider.unavailable().isEmpty())
        .map(TimerQueueProvider.class::cast);
  }

  /** What a JUnit class is run with: a provider under its name. */
  record Named(TimerQueueProvider provider) {
    @Override
    public String toString() {
      return provider.name();
    }
  }

  static Stream<Named> named() {
    return all().map(Named::new);
  }

  static List<TimerEntry> expire(TimerQueue queue, long nowNanos) {
    List<TimerEntry> due = new ArrayList<>();
    queue.expire(nowNanos, due::add);
    return due;
  }

  /** Every entry that can be reached from a queue through its fields and those of its parts. */
  static Set<TimerEntry> heldBy(TimerQueue queue) {
    Set<TimerEntry> held = identitySet();
    for (Object object : reachableFrom(queue)) {
      if (object instanceof TimerEntry entry) {
        held.add(entry);
      }
    }
    return held;
  }

  /** How many entries a queue has memory for. */
  static int placesOf(TimerQueue queue) {
    return reachableFrom(queue).stream()
        .filter(TimerEntry[].class::isInstance)
        .mapToInt(Array::getLength)
        .sum();
  }

  private static Set<Object> reachableFrom(TimerQueue queue) {
    Set<Object> seen = identitySet();
    Deque<Object> toVisit = new ArrayDeque<>();
    toVisit.add(queue);
    while (!toVisit.isEmpty()) {
      Object object = toVisit.remove();
      if (seen.add(object)) {
        if (object instanceof Object[] array) {
          for (Object element : array) {
            visit(toVisit, element);
          }
        } else if (object.getClass().getPackageName().equals(Queues.class.getPackageName())
            && !object.getClass().isHidden()) {
          visitFields(toVisit, object);
        }
      }
    }
    return seen;
  }

  private static void visitFields(Deque<Object> toVisit, Object object) {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          try {
            field.setAccessible(true);
            visit(toVisit, field.get(object));
          } catch (IllegalAccessException e) {
            throw new LinkageError(e.getMessage(), e);
          }
        }
      }
    }
  }

  private static void visit(Deque<Object> toVisit, @Nullable Object object) {
    if (object != null) {
      toVisit.add(object);
    }
  }

  private static <T> Set<T> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }
}
