package dev.heddle.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.drivers.selector.SelectorInside;
import dev.heddle.drivers.uring.UringInside;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.RuntimeBuilder;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.Reactor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToIntFunction;

/** A driver whose event loops a test can look into, to see what they have left behind. */
class Inside implements DriverProvider {
  static {
    // What the JDK and the drivers open once and for all is not to be counted.
    for (String name : Setup.drivers()) {
      try (HeddleRuntime first = HeddleRuntime.builder().driver(name).build();
          Wire.Pair pair = Wire.Pair.of(first)) {
        pair.socket().getOutputStream().write(1);
        first.blockOn(pair.stream().read(ByteBuffer.allocate(1)));
      } catch (Exception e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  private final DriverProvider driver;
  private final Options chosen;
  private final long descriptorsBefore = Wire.descriptors();

  /** Each event loop that was opened. */
  final List<Reactor> reactors = new CopyOnWriteArrayList<>();

  /**
   * A driver.
   *
   * @param spec as it is typed
   */
  Inside(String spec) {
    List<String> parts = Arrays.asList(spec.split(":", -1));
    driver = Providers.driver(parts.getFirst());
    chosen = Options.parse(driver.options(), parts.subList(1, parts.size()));
  }

  HeddleRuntime build(RuntimeBuilder builder) {
    return builder.driver(this, chosen).build();
  }

  @Override
  public String name() {
    return driver.name();
  }

  @Override
  public String summary() {
    return driver.summary();
  }

  @Override
  public List<Option<?>> options() {
    return driver.options();
  }

  @Override
  public Reactor open(Options options, boolean oneThread) throws IOException {
    Reactor reactor = driver.open(options, oneThread);
    reactors.add(reactor);
    return reactor;
  }

  /**
   * After the runtime was closed, and with it all that the test itself has opened: nothing is left.
   */
  void assertNothingIsLeft() {
    assertThat(reactors).isNotEmpty();
    assertThat(sum(Inside::buffersTaken)).as("buffers with an owner").isZero();
    assertThat(sum(Inside::sockets)).as("sockets still known").isZero();
    Wire.await(
        "no more descriptors than the %d before".formatted(descriptorsBefore),
        () -> Wire.descriptors() <= descriptorsBefore);
  }

  private int sum(ToIntFunction<Reactor> count) {
    return reactors.stream().mapToInt(count).sum();
  }

  private static int buffersTaken(Reactor reactor) {
    return UringInside.isOne(reactor)
        ? UringInside.buffersTaken(reactor)
        : SelectorInside.buffersTaken(reactor);
  }

  private static int sockets(Reactor reactor) {
    return UringInside.isOne(reactor)
        ? UringInside.sockets(reactor)
        : SelectorInside.sockets(reactor);
  }
}
