package dev.heddle.harness.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.harness.plan.BadInput;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Provider;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.StrategyProvider;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.workloads.FutureFactory;
import dev.heddle.workloads.WorkloadCatalog;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * Whether jars can serve as plugins. What {@link java.util.ServiceLoader} and JMH would pass over,
 * or throw out somewhere far away, is said here in one line.
 */
final class PluginJars {
  private static final String SERVICES = "META-INF/services/";
  private static final String WORKLOADS = "META-INF/BenchmarkList";
  private static final List<Class<? extends Provider>> KINDS =
      List.of(
          StrategyProvider.class, TimerProvider.class, DriverProvider.class, FutureFactory.class);

  private PluginJars() {}

  /**
   * Checks jars that are on the class path of the calling code.
   *
   * @throws BadInput if one is no jar, brings nothing, or brings what cannot be loaded
   */
  static void check(List<Path> jars) {
    for (Path jar : jars) {
      requireOnClassPath(jar);
      List<Provider> brought = new ArrayList<>();
      boolean workloads = false;
      try (JarFile file = new JarFile(jar.toFile())) {
        for (Class<? extends Provider> kind : KINDS) {
          for (String provider : providers(file, kind)) {
            brought.add(load(jar, provider, kind));
          }
        }
        workloads = file.getEntry(WORKLOADS) != null;
      } catch (IOException e) {
        throw new BadInput(
            "plugin '%s' cannot be read as a jar (%s)".formatted(jar, e.getMessage()), e);
      }
      if (brought.isEmpty() && !workloads) {
        throw new BadInput(
            "plugin '%s' brings nothing: it has no %s and no providers in %sdev.heddle.*; see CONTRIBUTING.md"
                .formatted(jar, WORKLOADS, SERVICES));
      }
    }
    requireNoNameTwice();
  }

  private static void requireOnClassPath(Path jar) {
    if (!Files.isRegularFile(jar)) {
      throw new BadInput(
          "plugin '%s' is not there, or no file; name jars, separated by commas".formatted(jar));
    }
    if (jar.toAbsolutePath().toString().contains(File.pathSeparator)) {
      throw new BadInput(
          "plugin '%s' has a '%s' in its path, which a class path cannot hold; rename or move it"
              .formatted(jar, File.pathSeparator));
    }
  }

  /** The names in a provider configuration file, as {@link java.util.ServiceLoader} reads it. */
  private static List<String> providers(JarFile file, Class<?> kind) throws IOException {
    ZipEntry entry = file.getEntry(SERVICES + kind.getName());
    List<String> names = new ArrayList<>();
    if (entry != null) {
      new String(file.getInputStream(entry).readAllBytes(), UTF_8)
          .lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .forEach(names::add);
    }
    return names;
  }

  private static Provider load(Path jar, String provider, Class<? extends Provider> kind) {
    try {
      ClassLoader loader = PluginJars.class.getClassLoader();
      return Class.forName(provider, true, loader).asSubclass(kind).getConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
      Throwable reason = e.getCause() == null ? e : e.getCause();
      throw new BadInput(
          "plugin '%s': its %s '%s' cannot be loaded (%s); build it against this version's heddle.jar"
              .formatted(jar, kind.getSimpleName(), provider, oneLine(reason)),
          e);
    }
  }

  private static String oneLine(Throwable reason) {
    return reason.toString().strip().replaceAll("\\s*\\R\\s*", " ");
  }

  private static void requireNoNameTwice() {
    try {
      Providers.strategies();
      Providers.timers();
      Providers.drivers();
      WorkloadCatalog.all();
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new BadInput("with these plugins, " + e.getMessage(), e);
    }
  }
}
