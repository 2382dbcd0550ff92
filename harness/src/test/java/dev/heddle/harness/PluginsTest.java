package dev.heddle.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.StrategyProvider;
import dev.heddle.workloads.WorkloadCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is no plugin is refused in one line; what is one, of whichever kind, is found. */
class PluginsTest {
  private static final String STRATEGIES = "META-INF/services/" + StrategyProvider.class.getName();
  private static final String WORKLOADS = "META-INF/BenchmarkList";

  @TempDir private Path folder;

  @Test
  void aJarThatIsNotThere() {
    refuses("is not there, or no file", folder.resolve("missing.jar"));
  }

  @Test
  void aFolder() {
    refuses("is not there, or no file", folder);
  }

  @Test
  void aFileThatIsNoJar() throws IOException {
    refuses("cannot be read as a jar", Files.writeString(folder.resolve("text.jar"), "text"));
  }

  @Test
  void aPathThatNoClassPathCanHold() throws IOException {
    Path jar = jar(Map.of(STRATEGIES, "org.example.Missing"));
    refuses("which a class path cannot hold", Files.move(jar, folder.resolve("a:b.jar")));
  }

  @Test
  void aJarWithoutProviders() throws IOException {
    refuses("brings nothing", jar(Map.of("a.txt", "text", STRATEGIES, "# nobody\n\n")));
  }

  @Test
  void aProviderThatIsNotInTheJar() throws IOException {
    refuses(
        "its StrategyProvider 'org.example.Missing' cannot be loaded (java.lang.ClassNotFoundException: org.example.Missing)",
        jar(Map.of(STRATEGIES, "org.example.Missing")));
  }

  @Test
  void aProviderOfSomethingElse() throws IOException {
    refuses("'java.lang.String' cannot be loaded", jar(Map.of(STRATEGIES, "java.lang.String")));
  }

  @Test
  void aProviderThatFails() throws IOException {
    refuses(
        "cannot be loaded (java.lang.IllegalStateException: first line, second line)",
        jar(Map.of(STRATEGIES, Failing.class.getName())));
  }

  @Test
  void aNameThatIsTaken() throws IOException {
    refuses(
        "with these plugins, two providers call themselves 'mini'",
        jar(Map.of(STRATEGIES, Impostor.class.getName())));
  }

  @Test
  void aWorkloadIsFoundWhereJmhLooksForIt() throws IOException {
    // As long as the name it replaces: JMH's list counts characters.
    String elsewhere = "org.example.foreigns";
    String list;
    try (InputStream own =
        Objects.requireNonNull(
            WorkloadCatalog.class.getClassLoader().getResourceAsStream(WORKLOADS))) {
      list = new String(own.readAllBytes(), UTF_8);
    }
    String line =
        list.lines().filter(entry -> entry.contains(".PingPong")).findFirst().orElseThrow() + "\n";
    Path source = folder.resolve("PingPong.java");
    Files.writeString(
        source,
        """
        package %s;
        public class PingPong {
          @dev.heddle.workloads.Workload(name = "foreign-ping", unit = "ping", summary = "afar")
          public void pingPong() {}
        }
        """
            .formatted(elsewhere));
    int compiled =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                source.toString());
    assertThat(compiled).isZero();
    String name = elsewhere.replace('.', '/') + "/PingPong.class";
    Path jar = folder.resolve("workload.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      add(out, WORKLOADS, line.replace("dev.heddle.workloads", elsewhere).getBytes(UTF_8));
      add(out, name, Files.readAllBytes(folder.resolve(name)));
    }

    Invocation listing = Invocation.of("list", "--plugins", jar.toString());

    assertThat(listing.err()).isEmpty();
    assertThat(listing.out()).contains("foreign-ping", "ping-pong", "afar (unit: ping)");
    assertThat(Invocation.of("list").out()).doesNotContain("foreign-ping");
  }

  /** Throws. */
  public static final class Failing extends Named {
    /** Found as a service. */
    public Failing() {
      throw new IllegalStateException("first line,\nsecond line");
    }
  }

  /** Has the name of another. */
  public static final class Impostor extends Named {}

  abstract static class Named implements PolicyProvider {
    @Override
    public String name() {
      return "mini";
    }

    @Override
    public String summary() {
      return "never run";
    }

    @Override
    public Policy create(PolicyContext context) {
      throw new UnsupportedOperationException("never run");
    }
  }

  private Path jar(Map<String, String> files) throws IOException {
    Path jar = folder.resolve("plugin.jar");
    try (OutputStream bytes = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(bytes)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        add(out, file.getKey(), file.getValue().getBytes(UTF_8));
      }
    }
    return jar;
  }

  private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(content);
  }

  private static void refuses(String reason, Path jar) {
    for (String command : new String[] {"list", "explain", "run"}) {
      Invocation invocation = Invocation.of(command, "--plugins", jar.toString());
      assertThat(invocation.err()).contains(reason).startsWith("heddle: ").hasLineCount(1);
      assertThat(invocation.exitCode()).isEqualTo(2);
    }
  }
}
