package dev.heddle.harness.plugin;

import java.io.File;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Loads the harness anew, with plugins on its class path. A loader below the one in use would be
 * less, but not enough: JMH looks for benchmarks with the loader that it comes from itself. So all
 * of it is loaded again, beside the first, and does not know the difference; nor do the forks,
 * whose class path is the property {@code java.class.path}, which names the plugins meanwhile.
 */
final class PluginLoader {
  private static final String NAME = "heddle-plugins";
  private static final String CLASS_PATH = "java.class.path";

  private PluginLoader() {}

  /** Whether this class was loaded with plugins. */
  static boolean isActive() {
    return NAME.equals(PluginLoader.class.getClassLoader().getName());
  }

  /** Something to do with the loader that sees the plugins. */
  interface Work {
    int doWith(ClassLoader loader) throws Exception;
  }

  /** Does it, on this thread, with these jars behind the class path. */
  static int with(List<Path> jars, Work work) throws Exception {
    List<String> entries =
        Stream.concat(
                Arrays.stream(System.getProperty(CLASS_PATH).split(File.pathSeparator, -1)),
                jars.stream().map(jar -> jar.toAbsolutePath().toString()))
            .toList();
    URL[] urls = entries.stream().map(PluginLoader::url).toArray(URL[]::new);
    String joined = String.join(File.pathSeparator, entries);
    try (URLClassLoader loader =
        new URLClassLoader(NAME, urls, ClassLoader.getPlatformClassLoader())) {
      return withProperty(joined, () -> withContext(loader, () -> work.doWith(loader)));
    }
  }

  private static int withProperty(String classPath, Callable<Integer> work) throws Exception {
    String before = System.setProperty(CLASS_PATH, classPath);
    try {
      return work.call();
    } finally {
      System.setProperty(CLASS_PATH, before);
    }
  }

  private static int withContext(ClassLoader loader, Callable<Integer> work) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return work.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException("a path made no URL", e);
    }
  }
}
