package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.heddle.runtime.spi.Distance;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.topology.Affinity;
import dev.heddle.runtime.topology.CpuList;
import dev.heddle.runtime.topology.CpuOrder;
import dev.heddle.runtime.topology.CpuTopology;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each worker on its CPU, whichever thread it has, and everybody else on all of them. */
class PinningTest {
  private static final List<Integer> ALL = Affinity.ofProcess();

  private final Strategy strategy = new Strategy();
  private Consumer<Thread> threadStarter = Thread::start;

  private static final class Strategy implements PolicyProvider {
    @Nullable PolicyContext context;
    boolean needsPinning;

    @Override
    public String name() {
      return "pinned";
    }

    @Override
    public String summary() {
      return "fifo, with a look at its context";
    }

    @Override
    public boolean needsPinning(Options options) {
      return needsPinning;
    }

    @Override
    public Policy create(PolicyContext given) {
      context = given;
      return new FifoStrategy().create(given);
    }

    Distance distance(int worker, int other) {
      if (context == null) {
        throw new IllegalStateException("not built yet");
      }
      return context.distance(worker, other);
    }
  }

  private HeddleRuntime start(int workers) {
    RuntimeBuilder builder =
        HeddleRuntime.builder()
            .strategy(strategy, Options.defaults())
            .workers(workers)
            .pin(Pinning.CORES);
    builder.threadStarter = thread -> threadStarter.accept(thread);
    return builder.build();
  }

  /** The CPUs of the process in the order of a core sweep, round again for so many workers. */
  private static List<Integer> expected(int workers) throws IOException {
    List<Integer> order = CpuOrder.of(CpuTopology.read(CpuTopology.SYSFS, ALL));
    return IntStream.range(0, workers).mapToObj(i -> order.get(i % order.size())).toList();
  }

  /** What the kernel says of each thread of this process whose name begins like this. */
  private static Map<String, List<Integer>> affinities(String prefix) throws IOException {
    Map<String, List<Integer>> affinities = new TreeMap<>();
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(Path.of("/proc/self/task"), "[0-9]*")) {
      for (Path thread : threads) {
        Map<String, String> status = status(thread.resolve("status"));
        String name = status.getOrDefault("Name", "");
        if (name.startsWith(prefix)) {
          affinities.put(name, CpuList.parse(status.getOrDefault("Cpus_allowed_list", "")));
        }
      }
    }
    return affinities;
  }

  private static Map<String, String> status(Path file) throws IOException {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.contains(":"))
          .collect(
              Collectors.toMap(
                  line -> line.substring(0, line.indexOf(':')),
                  line -> line.substring(line.indexOf(':') + 1).strip()));
    } catch (NoSuchFileException ended) {
      return Map.of();
    }
  }

  private static JoinHandle<String> spawn(HeddleRuntime runtime, Runnable body) {
    return runtime.spawn(
        new Scripted(
            "task",
            (self, context) -> {
              body.run();
              return self.done("done");
            }));
  }

  private static void inPlace(Runnable closure) {
    try {
      HeddleRuntime.blockInPlace(() -> {
        closure.run();
        return true;
      });
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void eachWorkersThreadIsHeldToItsCpuBeforeTheRuntimeIsBuilt() throws Exception {
    try (HeddleRuntime runtime = start(5)) {
      assertThat(runtime.workerCpus()).isEqualTo(expected(5));
      Map<String, List<Integer>> kernel = affinities("heddle-pinned-");
      assertThat(kernel).hasSize(5);
      for (int worker = 0; worker < 5; worker++) {
        assertThat(kernel)
            .containsEntry("heddle-pinned-" + worker, List.of(expected(5).get(worker)));
      }
    }
  }

  @Test
  void theCpusAreThoseOfTheProcessWhoeverBuildsTheRuntime() throws Exception {
    List<Integer> own = Affinity.get();
    Affinity.set(List.of(own.getLast()));
    try (HeddleRuntime runtime = start(2)) {
      assertThat(runtime.workerCpus()).isEqualTo(expected(2));
    } finally {
      Affinity.set(own);
    }
  }

  @Test
  void unlessAskedForWorkersHaveAllCpus() throws Exception {
    try (HeddleRuntime runtime =
        HeddleRuntime.builder().strategy(strategy, Options.defaults()).workers(1).build()) {
      List<Integer> seen = new ArrayList<>();
      spawn(runtime, () -> seen.addAll(Affinity.get())).join();
      assertThat(seen).isEqualTo(ALL);
      assertThat(runtime.workerCpus()).isEmpty();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> strategy.distance(0, 0))
          .withMessageContaining("pin the workers (--pin cores");
    }
  }

  @Test
  void aPolicyLearnsHowFarItsWorkersAreApart() throws Exception {
    try (HeddleRuntime runtime = start(ALL.size() + 1)) {
      assertThat(strategy.distance(0, 0)).isEqualTo(Distance.CORE);
      assertThat(strategy.distance(0, ALL.size())).isEqualTo(Distance.CORE);
      assertThat(runtime.workerCpus().getFirst()).isEqualTo(runtime.workerCpus().getLast());
    }
  }

  @Test
  void blockingWorkHasAllCpusAlsoIfAPinnedWorkerStartedItsThread() throws Exception {
    List<List<Integer>> seen = new ArrayList<>();
    try (HeddleRuntime runtime = start(1)) {
      CountDownLatch done = new CountDownLatch(1);
      spawn(
              runtime,
              () ->
                  runtime.spawnBlocking(() -> {
                    seen.add(Affinity.get());
                    done.countDown();
                    return "done";
                  }))
          .join();
      await(done);
    }
    assertThat(seen).containsExactly(ALL);
  }

  @Test
  void theCpuGoesWithTheWorkerToTheNextThread() throws Exception {
    Map<String, List<Integer>> seen = new ConcurrentHashMap<>();
    CountDownLatch opened = new CountDownLatch(1);
    try (HeddleRuntime runtime = start(1)) {
      JoinHandle<String> blocks =
          spawn(
              runtime,
              () -> {
                seen.put("before", Affinity.get());
                inPlace(() -> {
                  seen.put("in place", Affinity.get());
                  await(opened);
                });
                seen.put("after", Affinity.get());
              });
      spawn(
              runtime,
              () -> {
                seen.put("next thread", Affinity.get());
                opened.countDown();
              })
          .join();
      blocks.join();
      List<Integer> own = expected(1);
      assertThat(runtime.workerCpus()).isEqualTo(own);
      assertThat(seen)
          .isEqualTo(Map.of("before", own, "in place", ALL, "after", ALL, "next thread", own));
    }
  }

  @Test
  void aWorkerThatComesBackInTimeTakesItsCpuAgain() throws Exception {
    Queue<Thread> held = new ArrayDeque<>();
    threadStarter = held::add;
    Map<String, List<Integer>> seen = new ConcurrentHashMap<>();
    try (HeddleRuntime runtime = start(1)) {
      spawn(
              runtime,
              () -> {
                inPlace(() -> seen.put("in place", Affinity.get()));
                seen.put("after", Affinity.get());
              })
          .join();
      assertThat(seen).isEqualTo(Map.of("in place", ALL, "after", expected(1)));
      held.forEach(Thread::start); // the pool waits for what it started
    }
  }

  @Test
  void aWorkerThatNobodyCanReplaceTakesItsCpuAgain() throws Exception {
    threadStarter =
        thread -> {
          throw new OutOfMemoryError("unable to create native thread");
        };
    Map<String, List<Integer>> seen = new ConcurrentHashMap<>();
    try (HeddleRuntime runtime = start(1)) {
      spawn(runtime, () -> inPlace(() -> seen.put("in place", Affinity.get()))).join();
    }
    assertThat(seen).isEqualTo(Map.of("in place", expected(1)));
  }

  @Test
  void aForeignPoolIsRefused() {
    SchedulerProvider adapter =
        new SchedulerProvider() {
          @Override
          public String name() {
            return "adapter";
          }

          @Override
          public String summary() {
            return "never built";
          }

          @Override
          public Scheduler create(SchedulerContext context) {
            throw new AssertionError("the builder was to refuse");
          }
        };
    RuntimeBuilder builder =
        HeddleRuntime.builder().strategy(adapter, Options.defaults()).pin(Pinning.CORES);
    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessage(
            "pin was 'cores'; strategy 'adapter' has threads of its own, which cannot be pinned");
  }

  @Test
  void aStrategyThatGoesByDistanceIsRefusedWithoutPins() {
    strategy.needsPinning = true;
    start(1).close();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeddleRuntime.builder().strategy(strategy, Options.defaults()).build())
        .withMessage(
            "strategy 'pinned' goes by the distance between workers' CPUs; pin the workers (--pin"
                + " cores, RuntimeBuilder.pin)");
  }

  @Test
  void theLabelsAreThoseThatUsersType() {
    assertThat(Pinning.of("none")).isEqualTo(Pinning.NONE);
    assertThat(Pinning.of("cores")).isEqualTo(Pinning.CORES);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pinning.of("sockets"))
        .withMessage("pin was 'sockets'; allowed is none or cores");
  }
}
