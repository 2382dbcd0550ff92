package dev.heddle.workloads.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.net.TcpStream;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.topology.Affinity;
import dev.heddle.runtime.topology.CpuList;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The generator's process. Connects as its arguments say, then does what it is told, line by line,
 * and ends when there are no more lines, as when its parent has ended.
 *
 * <pre>
 * idle COUNT              so many more connections, which ask once each and then stay as they are
 * closed COUNT            so many requests, each connection its next one after its last answer
 * open COUNT PER_SECOND   so many requests at random times, on average so many a second
 * churn COUNT ATONCE      so many connections with one request each, so many at a time
 * </pre>
 *
 * <p>The answer is one line of {@code name=value}: {@code wallNanos}, {@code cpuNanos}, and {@code
 * response}, {@code service} and {@code lag} as histograms in base 64; or {@code failure=} and what
 * went wrong.
 */
public final class Load {
  /** Kernels differ in what they wait with; the best of these that can be had is taken. */
  private static final List<String> DRIVERS = List.of("io-uring", "selector");

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final HeddleRuntime runtime;
  private final InetSocketAddress server;
  private final int bytes;
  private final List<TcpStream> streams = new ArrayList<>();
  private final List<TcpStream> idle = new ArrayList<>();

  private Load(HeddleRuntime runtime, InetSocketAddress server, int bytes) {
    this.runtime = runtime;
    this.server = server;
    this.bytes = bytes;
  }

  /**
   * Begins.
   *
   * @param args the server's port on the loopback interface; how many connections; how many bytes a
   *     request has
   */
  public static void main(String[] args) throws Exception {
    String driver = driver();
    try (HeddleRuntime runtime =
        HeddleRuntime.builder()
            .strategy("current-thread")
            .workers(1)
            .driver(driver)
            .onStall(stall -> {}) // its first poll loads classes
            .build()) {
      InetSocketAddress server =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
      Load load = new Load(runtime, server, Integer.parseInt(args[2]));
      load.connect(load.streams, Integer.parseInt(args[1]));
      say("ready driver=" + driver + " cpus=" + CpuList.format(Affinity.get()));
      BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        say(load.obey(line.split(" ", -1)));
      }
      Stream.concat(load.streams.stream(), load.idle.stream()).forEach(TcpStream::close);
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private static String driver() {
    List<String> available =
        Providers.drivers().stream()
            .filter(driver -> driver.unavailable().isEmpty())
            .map(DriverProvider::name)
            .toList();
    return DRIVERS.stream()
        .filter(available::contains)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no driver is there: " + DRIVERS));
  }

  private void connect(List<TcpStream> to, int connections) throws Exception {
    for (int i = 0; i < connections; i++) {
      TcpStream stream = runtime.spawn(runtime.net().connect(server)).join();
      stream.noDelay(true);
      to.add(stream);
    }
  }

  private String obey(String[] words) throws Exception {
    Requests requests = new Requests(Integer.parseInt(words[1]), bytes);
    List<Task<@Nullable Void>> tasks =
        switch (words[0]) {
          case "closed" ->
              streams.stream()
                  .<Task<@Nullable Void>>map(stream -> new ClosedLoop(stream, requests))
                  .toList();
          case "idle" -> {
            connect(idle, requests.count);
            yield idle.stream()
                .skip(idle.size() - requests.count)
                .<Task<@Nullable Void>>map(stream -> new ClosedLoop(stream, requests, 1))
                .toList();
          }
          case "open" -> List.of(new OpenLoop(streams, requests, Double.parseDouble(words[2])));
          case "churn" ->
              Stream.<Task<@Nullable Void>>generate(() -> new Churn(server, requests))
                  .limit(Integer.parseInt(words[2]))
                  .toList();
          default -> throw new IllegalArgumentException("unknown command '" + words[0] + "'");
        };
    long cpu = SYSTEM.getProcessCpuTime();
    long begin = System.nanoTime();
    tasks.forEach(runtime::spawn);
    for (Task<@Nullable Void> task : tasks) {
      task.join();
    }
    long wall = System.nanoTime() - begin;
    String failure = requests.failure();
    if (failure != null) {
      return "failure=" + failure;
    }
    return "wallNanos=%d cpuNanos=%d response=%s service=%s lag=%s"
        .formatted(
            wall,
            SYSTEM.getProcessCpuTime() - cpu,
            text(requests.response),
            text(requests.service),
            text(requests.lag));
  }

  private static String text(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }
}
