package dev.heddle.strategies.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.StrategyProvider;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What an adapter says of the library it needs, and of itself. */
class PeersTest {
  private static final Map<String, String> ARTIFACTS =
      Map.of(
          "kotlin-default", "org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm",
          "netty", "io.netty:netty-transport",
          "cats-effect", "org.typelevel:cats-effect_3",
          "zio", "dev.zio:zio_3",
          "pekko", "org.apache.pekko:pekko-actor_3");

  static Stream<StrategyProvider> adapters() {
    return Providers.strategies().stream().filter(SchedulerProvider.class::isInstance);
  }

  /** As the library's own jar says. */
  @ParameterizedTest
  @CsvSource({
    "kotlin-default, kotlinx-coroutines, kotlinx.coroutines.scheduling.CoroutineScheduler",
    "netty, netty, io.netty.channel.MultiThreadIoEventLoopGroup",
    "cats-effect, cats-effect, cats.effect.unsafe.WorkStealingThreadPool",
    "zio, zio, zio.internal.ZScheduler",
    "pekko, pekko, org.apache.pekko.dispatch.PekkoJdk9ForkJoinPool",
  })
  void theVersionIsThatOfTheRunningJar(String strategy, String library, String probe)
      throws Exception {
    URL jar = Class.forName(probe).getProtectionDomain().getCodeSource().getLocation();
    try (JarFile file = new JarFile(Path.of(jar.toURI()).toFile())) {
      String version = file.getManifest().getMainAttributes().getValue("Implementation-Version");
      assertThat(Providers.strategy(strategy).library()).contains(new Library(library, version));
    }
  }

  @ParameterizedTest
  @CsvSource({"fork-join", "fixed-pool", "virtual-threads"})
  void whatComesWithTheJdkHasItsVersion(String strategy) {
    assertThat(Providers.strategy(strategy).library())
        .contains(new Library("JDK", Runtime.version().toString()));
  }

  @ParameterizedTest
  @MethodSource("adapters")
  void everyAdapterSaysWhatItIsMadeOf(StrategyProvider adapter) {
    assertThat(adapter.composition(Options.defaults()))
        .extracting(trait -> trait.part())
        .contains("pool", "wake rule", "yield")
        .doesNotHaveDuplicates();
    assertThat(adapter.origin()).isNotEmpty();
    assertThat(adapter.summary()).startsWith("adapter: ");
  }

  @ParameterizedTest
  @CsvSource({
    "fixed-pool, INJECTED_IN_TURN LOCAL_IN_TURN",
    "netty, INJECTED_IN_TURN LOCAL_IN_TURN",
    "kotlin-default, ''",
    "virtual-threads, LOCAL_IN_TURN BLOCKS_IN_PLACE",
  })
  void anAdapterPromisesNoMoreThanItsPoolKeeps(String strategy, String promises) {
    assertThat(Providers.strategy(strategy).promises(Options.defaults()))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(promises.split(" ", -1))
                .filter(name -> !name.isEmpty())
                .map(Promise::valueOf)
                .toList());
  }

  /** As in a jar that was built without the peers. */
  @Test
  void withoutItsLibraryAnAdapterIsListedAndSaysWhatIsMissing() throws Exception {
    Map<String, String> missing = new TreeMap<>();
    List<String> available = new ArrayList<>();
    try (URLClassLoader without =
        new URLClassLoader(classPathWithoutPeers(), ClassLoader.getPlatformClassLoader())) {
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      thread.setContextClassLoader(without);
      try {
        List<?> strategies =
            (List<?>)
                without.loadClass(Providers.class.getName()).getMethod("strategies").invoke(null);
        for (Object strategy : strategies) {
          String name = (String) call(strategy, "name");
          Optional<?> reason = (Optional<?>) call(strategy, "unavailable");
          if (reason.isPresent()) {
            missing.put(name, (String) reason.get());
            assertThat((Optional<?>) call(strategy, "library")).isEmpty();
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
    assertThat(available).contains("fork-join", "fixed-pool", "virtual-threads", "work-stealing");
  }

  private static Object call(Object strategy, String method) throws Exception {
    Class<?> type =
        strategy.getClass().getClassLoader().loadClass(StrategyProvider.class.getName());
    return type.getMethod(method).invoke(strategy);
  }

  private static URL[] classPathWithoutPeers() throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      String file = new File(entry).getName();
      if (Stream.of("kotlinx-coroutines", "netty-", "cats-", "zio", "pekko", "scala")
          .noneMatch(file::startsWith)) {
        urls.add(new File(entry).toURI().toURL());
      }
    }
    return urls.toArray(URL[]::new);
  }
}
