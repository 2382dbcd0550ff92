package dev.heddle.runtime;

import dev.heddle.runtime.observe.WaitsFor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a task waits for, by reflection over its fields and those of the futures in them: a
 * leaf that holds the task's waker says so itself. Nothing is noted while tasks run; who asks pays.
 *
 * <p>The task may go on meanwhile, so what is read is a moment old and may be torn. The walk ends
 * in any case, at a bounded depth and after a bounded number of looks, and never throws: what
 * cannot be read, because of a module that is closed to us or a list that changed underfoot, is
 * passed over.
 */
final class WaitWalk {
  private static final int MAX_DEPTH = 16;
  private static final int MAX_LOOKS = 2_048;
  private static final int MAX_ANSWERS = 8;

  /** The fields of a class and its superclasses that may lead to a leaf. */
  private static final ClassValue<List<Field>> FIELDS =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
          return fieldsOf(type);
        }
      };

  private final Waker waker;
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<String> answers = new ArrayList<>();
  private int looks;

  private WaitWalk(Waker waker) {
    this.waker = waker;
  }

  /** What the task waits for, as far as its leaves tell. */
  static List<String> of(Task<?> task) {
    WaitWalk walk = new WaitWalk(task);
    walk.seen.add(task);
    walk.fields(task, 0);
    return walk.answers;
  }

  /** The class of an object and a number that tells it from others of its class. */
  static String nameOf(Object object) {
    String name = object.getClass().getName();
    return name.substring(name.lastIndexOf('.') + 1)
        + "@"
        + Integer.toHexString(System.identityHashCode(object));
  }

  private void visit(@Nullable Object value, int depth) {
    looks++;
    if (value == null || isEnough() || depth > MAX_DEPTH || !leadsOn(value) || !seen.add(value)) {
      return;
    }
    try {
      switch (value) {
        // Its own leaves are its own matter: here it is somebody who is waited for, or not.
        case Task<?> other -> answer(other.isJoinedBy(waker) ? "join of " + nameOf(other) : null);
        case WaitsFor leaf -> answer(askedOf(leaf));
        case Object[] array -> elements(Arrays.asList(array), depth);
        case Collection<?> collection -> elements(collection, depth);
        default -> fields(value, depth);
      }
    } catch (RuntimeException racy) {
      // Such as a list that changed meanwhile: what was found so far stands.
    }
  }

  private void elements(Collection<?> collection, int depth) {
    Iterator<?> each = collection.iterator();
    while (!isEnough() && each.hasNext()) {
      visit(each.next(), depth + 1);
    }
  }

  private boolean isEnough() {
    return looks > MAX_LOOKS || answers.size() >= MAX_ANSWERS;
  }

  /** A leaf may be anybody's, and a dump is not to fail because of it. */
  private @Nullable String askedOf(WaitsFor leaf) {
    try {
      return leaf.waitsFor(waker);
    } catch (RuntimeException | Error thrown) {
      return nameOf(leaf) + ", which could not say: " + thrown.getClass().getName();
    }
  }

  private void answer(@Nullable String text) {
    if (text != null) {
      answers.add(text);
    }
  }

  private void fields(Object holder, int depth) {
    for (Field field : FIELDS.get(holder.getClass())) {
      try {
        visit(field.get(holder), depth + 1);
      } catch (IllegalAccessException e) {
        throw new AssertionError(e); // only accessible ones are kept
      }
    }
  }

  /** Futures and handles, what combinators keep them in, the JDK's collections, and lambdas. */
  private static boolean leadsOn(Object value) {
    Class<?> type = value.getClass();
    return value instanceof Future<?>
        || value instanceof JoinHandle<?>
        || value instanceof WaitsFor
        || value instanceof Child<?>
        || type.isHidden()
        || (value instanceof Object[] && !type.getComponentType().isPrimitive())
        || (value instanceof Collection<?> && type.getPackageName().equals("java.util"));
  }

  private static List<Field> fieldsOf(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> at = type; at != null && !isOurs(at); at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())
            && !field.getType().isPrimitive()
            && field.trySetAccessible()) {
          fields.add(field);
        }
      }
    }
    return fields;
  }

  /** What these classes refer to is bookkeeping, and leads to half of the runtime. */
  @SuppressWarnings("ReferenceEquality") // classes
  private static boolean isOurs(Class<?> type) {
    return type == Task.class || type == TimerEntry.class || type == Object.class;
  }
}
