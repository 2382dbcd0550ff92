package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.TimerProvider;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a baseline says of the library it needs. */
class PeersTest {
  private static final Map<String, String> ARTIFACTS =
      Map.of("agrona-wheel", "org.agrona:agrona", "hashed-wheel", "io.netty:netty-common");

  /** How the names of their jars begin. */
  private static final List<String> JARS = List.of("agrona-", "netty-");

  /** As the library's own jar says. */
  @ParameterizedTest
  @CsvSource({
    "agrona-wheel, agrona, org.agrona.DeadlineTimerWheel",
    "hashed-wheel, netty, io.netty.util.HashedWheelTimer",
  })
  void theVersionIsThatOfTheRunningJar(String timer, String library, String probe)
      throws Exception {
    URL jar = Class.forName(probe).getProtectionDomain().getCodeSource().getLocation();
    try (JarFile file = new JarFile(Path.of(jar.toURI()).toFile())) {
      String version = file.getManifest().getMainAttributes().getValue("Implementation-Version");
      assertThat(Providers.timer(timer).library()).contains(new Library(library, version));
    }
  }

  @ParameterizedTest
  @CsvSource({"binary-heap", "timer-wheel"})
  void whatIsHeddlesOwnNeedsNone(String timer) {
    assertThat(Providers.timer(timer).library()).isEmpty();
  }

  @Test
  void whatComesWithTheJdkHasItsVersion() {
    assertThat(Providers.timer("jdk-delay-queue").library()).contains(Library.jdk());
  }

  /** As in a jar that was built without the peers. */
  @Test
  void withoutItsLibraryABaselineIsListedAndSaysWhatIsMissing() throws Exception {
    Map<String, String> missing = new TreeMap<>();
    List<String> available = new ArrayList<>();
    try (URLClassLoader without =
        new URLClassLoader(classPathWithoutPeers(), ClassLoader.getPlatformClassLoader())) {
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      thread.setContextClassLoader(without);
      try {
        List<?> timers =
            (List<?>) without.loadClass(Providers.class.getName()).getMethod("timers").invoke(null);
        for (Object timer : timers) {
          String name = (String) call(timer, "name");
          Optional<?> reason = (Optional<?>) call(timer, "unavailable");
          if (reason.isPresent()) {
            missing.put(name, (String) reason.get());
            assertThat((Optional<?>) call(timer, "library")).isEmpty();
          } else {
            available.add(name);
          }
        }
      } finally {
        thread.setContextClassLoader(before);
      }
    }
    assertThat(missing).containsOnlyKeys(ARTIFACTS.keySet());
    ARTIFACTS.forEach((name, artifact) ->
        assertThat(missing.get(name))
            .isEqualTo(
                "needs " + artifact + " on the class path; build without -Dheddle.peers=off"));
    assertThat(available).contains("binary-heap", "timer-wheel", "jdk-delay-queue", "none");
  }

  private static Object call(Object timer, String method) throws Exception {
    Class<?> type = timer.getClass().getClassLoader().loadClass(TimerProvider.class.getName());
    return type.getMethod(method).invoke(timer);
  }

  private static URL[] classPathWithoutPeers() throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      String file = new File(entry).getName();
      if (JARS.stream().noneMatch(file::startsWith)) {
        urls.add(new File(entry).toURI().toURL());
      }
    }
    return urls.toArray(URL[]::new);
  }
}
