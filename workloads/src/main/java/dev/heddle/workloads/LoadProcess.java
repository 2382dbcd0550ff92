package dev.heddle.workloads;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import dev.heddle.runtime.topology.Affinity;
import dev.heddle.runtime.topology.CpuList;
import dev.heddle.workloads.load.Load;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The generator's process, seen from the one that is measured. It ends with it: its input ends
 * then.
 *
 * <p>Where there are no CPUs for it alone it shares those of this process, and takes from what it
 * measures.
 *
 * <p>For one thread.
 */
final class LoadProcess implements LoadGenerator, AutoCloseable {
  /** Whether either process may try io_uring; on, unless it says off. */
  private static final String URING = "heddle.uring";

  private static final String HEAP = "-Xmx512m";
  private static final double NANOS_PER_SECOND = 1e9;

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final String workload;
  private final Duration deadline;
  private final Process process;
  private final Writer commands;

  /** An empty one is the end. */
  private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

  private final Map<String, String> ready;

  private LoadProcess(String workload, Duration deadline, Process process) {
    this.workload = workload;
    this.deadline = deadline;
    this.process = process;
    commands = new OutputStreamWriter(process.getOutputStream(), UTF_8);
    Thread reader = new Thread(this::read, "heddle-load-reader");
    reader.setDaemon(true);
    reader.start();
    ready = answer();
  }

  /**
   * Starts it and waits until it is connected.
   *
   * @param connections how many are used
   * @param bytes of each request
   */
  static LoadProcess start(String workload, Duration deadline, int port, int connections, int bytes)
      throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            HEAP,
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-D" + URING + "=" + System.getProperty(URING, "on"),
            "-cp",
            System.getProperty("java.class.path"),
            Load.class.getName(),
            Integer.toString(port),
            Integer.toString(connections),
            Integer.toString(bytes));
    Process process = onItsCpus(new ProcessBuilder(command));
    try {
      return new LoadProcess(workload, deadline, process);
    } catch (Throwable notReady) {
      process.destroyForcibly();
      throw notReady;
    }
  }

  /** A process, and so all threads of its JVM, gets the CPUs of the thread that starts it. */
  private static Process onItsCpus(ProcessBuilder command) throws IOException {
    command.redirectError(ProcessBuilder.Redirect.INHERIT);
    List<Integer> own = Affinity.get();
    LoadGenerator.takeOwnCpus();
    try {
      return command.start();
    } finally {
      Affinity.set(own);
    }
  }

  private void read() {
    try (BufferedReader reader = process.inputReader(UTF_8)) {
      reader.lines().map(Optional::of).forEach(lines::add);
    } catch (IOException | java.io.UncheckedIOException e) {
      // its end, which is told below
    } finally {
      lines.add(Optional.empty());
    }
  }

  @Override
  public String driver() {
    return value(ready, "driver");
  }

  @Override
  public List<Integer> cpus() {
    return CpuList.parse(value(ready, "cpus"));
  }

  /** So many more connections, each of which asks once and then stays as it is. */
  RequestBatch idle(int connections) throws IOException {
    return order("idle " + connections);
  }

  /** So many requests, each connection's next one after its last answer. */
  RequestBatch closed(int requests) throws IOException {
    return order("closed " + requests);
  }

  /** So many requests at random times, on average so many a second. */
  RequestBatch open(int requests, int perSecond) throws IOException {
    return order("open " + requests + " " + perSecond).onScheduleAt(NANOS_PER_SECOND / perSecond);
  }

  /** So many connections with one request each, so many at a time. */
  RequestBatch churn(int connections, int atOnce) throws IOException {
    return order("churn " + connections + " " + atOnce);
  }

  private RequestBatch order(String command) throws IOException {
    long cpu = SYSTEM.getProcessCpuTime();
    commands.write(command + "\n");
    commands.flush();
    Map<String, String> answer = answer();
    long servedCpu = SYSTEM.getProcessCpuTime() - cpu;
    return new RequestBatch(
        new LoadWork(
            Long.parseLong(value(answer, "wallNanos")),
            Long.parseLong(value(answer, "cpuNanos")),
            servedCpu,
            0,
            0),
        new RequestTimes(
            histogram(value(answer, "response")),
            histogram(value(answer, "service")),
            histogram(value(answer, "lag"))));
  }

  private String value(Map<String, String> answer, String name) {
    String value = answer.get(name);
    if (value == null) {
      throw new WorkloadFailure(workload, "the load generator's answer has no " + name);
    }
    return value;
  }

  private Map<String, String> answer() {
    Optional<String> line;
    try {
      line = lines.poll(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the benchmark's thread", e);
    }
    if (line == null) {
      throw new WorkloadFailure(
          workload,
          "expected an answer of the load generator, found none within %d s"
              .formatted(deadline.toSeconds()));
    }
    String text =
        line.orElseThrow(() ->
            new WorkloadFailure(
                workload,
                "expected an answer of the load generator, found it ended; the log has what it printed"));
    if (text.startsWith("failure=")) {
      throw new WorkloadFailure(
          workload,
          "expected every request to be answered, found " + text.substring("failure=".length()));
    }
    return Arrays.stream(text.split(" ", -1))
        .map(word -> word.split("=", 2))
        .filter(pair -> pair.length == 2)
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }

  private static Histogram histogram(String text) {
    return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
  }

  @Override
  public void close() {
    try {
      commands.close();
      if (!process.waitFor(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException | InterruptedException e) {
      process.destroyForcibly();
    }
  }
}
