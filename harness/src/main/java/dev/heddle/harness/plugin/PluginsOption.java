package dev.heddle.harness.plugin;

import dev.heddle.harness.plan.Listed;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option {@code --plugins} of a command, and what it does. */
public final class PluginsOption {
  @Option(
      names = "--plugins",
      paramLabel = "JAR",
      description = "Jars whose strategies, timers, drivers and workloads join.")
  private @Nullable List<String> jars;

  /** The jars named, in the order typed. */
  public List<Plugin> plugins() throws IOException {
    List<Plugin> plugins = new ArrayList<>();
    for (Path jar : jars()) {
      plugins.add(Plugin.of(jar));
    }
    return plugins;
  }

  private List<Path> jars() {
    List<String> named = Listed.names("--plugins", jars);
    return named == null ? List.of() : named.stream().map(Path::of).toList();
  }

  /**
   * Does a command's work where the plugins can be found: at once if none is named, else by running
   * the whole command line again in a harness that was loaded with them.
   *
   * @param again {@code main}'s class, whose static {@code execute} runs a command line
   * @throws dev.heddle.harness.plan.BadInput if a plugin cannot be used
   */
  public int run(CommandSpec command, Class<?> again, Callable<Integer> work) throws Exception {
    if (jars().isEmpty()) {
      return work.call();
    }
    if (PluginLoader.isActive()) {
      PluginJars.check(jars());
      return work.call();
    }
    CommandLine whole = command.root().commandLine();
    String[] args = whole.getParseResult().originalArgs().toArray(String[]::new);
    return PluginLoader.with(
        jars(),
        loader -> {
          try {
            return (int)
                Class.forName(again.getName(), true, loader)
                    .getMethod("execute", PrintWriter.class, PrintWriter.class, String[].class)
                    .invoke(
                        null, command.commandLine().getOut(), command.commandLine().getErr(), args);
          } catch (InvocationTargetException e) {
            throw new IllegalStateException("a command line throws nothing", e.getCause());
          }
        });
  }
}
