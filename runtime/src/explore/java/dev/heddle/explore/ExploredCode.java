package dev.heddle.explore;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads runtime, strategies, drivers and scenarios once more, instrumented. Schedules that run the
 * same loaded code share its statics, which each must leave as it found them.
 */
final class ExploredCode extends ClassLoader {
  private static final List<String> INSTRUMENTED =
      List.of(
          "dev/heddle/runtime/",
          "dev/heddle/strategies/",
          "dev/heddle/drivers/",
          "dev/heddle/explore/scenario/");

  /** Of those, what is loaded as it is: nobody but the kernel shares that memory. */
  private static final Set<String> UNTOUCHED = Set.of("dev/heddle/drivers/uring/Memory");

  private final Map<String, byte[]> files = new HashMap<>();
  private final Instrumenter instrumenter;

  ExploredCode(List<Fault> faults) {
    super("explored code", ExploredCode.class.getClassLoader());
    instrumenter = new Instrumenter(this::file, faults);
  }

  /** Makes the scenario of that class, as loaded here, with its one constructor. */
  Scenario scenario(Class<? extends Scenario> type, Object... arguments) {
    try {
      Class<?> loaded = loadClass(type.getName());
      Constructor<?> constructor = loaded.getDeclaredConstructors()[0];
      constructor.setAccessible(true);
      return (Scenario) constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Faults whose place was not among the code loaded so far. */
  List<Fault> notPlanted() {
    return instrumenter.notPlanted();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      byte[] original = file(name.replace('.', '/'));
      if (original == null) {
        return super.loadClass(name, resolve);
      }
      byte[] changed =
          UNTOUCHED.contains(name.replace('.', '/')) ? original : instrumenter.transform(original);
      return defineClass(name, changed, 0, changed.length);
    }
  }

  /** The class file of a class that is instrumented, or null if it is not. */
  private byte @Nullable [] file(String internalName) {
    if (INSTRUMENTED.stream().noneMatch(internalName::startsWith)) {
      return null;
    }
    return files.computeIfAbsent(internalName, this::read);
  }

  private byte[] read(String internalName) {
    String resource = internalName + ".class";
    try (InputStream in = getParent().getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no " + resource);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
