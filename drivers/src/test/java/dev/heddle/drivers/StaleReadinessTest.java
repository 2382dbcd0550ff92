package dev.heddle.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.drivers.Wire.Pair;
import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.net.TcpStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Many reads and writes of parts on one connection. Whether it is ready is told once for many bytes
 * or many times for one, and some of that is out of date when it arrives: nothing may hang.
 */
@ParameterizedClass
@MethodSource("dev.heddle.drivers.Setup#everyone")
class StaleReadinessTest {
  private static final int OPERATIONS = 100_000;

  /** Of both kinds, as a piece of what is sent may be more than a buffer holds, or less. */
  private static final int MOST_SENT_AT_ONCE = 2_000;

  private final Setup setup;

  StaleReadinessTest(Setup setup) {
    this.setup = setup.withFewBuffers();
  }

  @Test
  void readsAndWritesByTurns() throws Exception {
    run(true, true);
  }

  @Test
  void onlyReads() throws Exception {
    run(true, false);
  }

  @Test
  void onlyWrites() throws Exception {
    run(false, true);
  }

  private void run(boolean reads, boolean writes) throws Exception {
    Inside inside = setup.inside();
    try (HeddleRuntime runtime = inside.build(setup.builder());
        ExecutorService threads = Executors.newCachedThreadPool();
        Pair pair = Pair.of(runtime)) {
      pair.socket().setTcpNoDelay(true);
      Worker worker = new Worker(pair.stream(), reads, writes);
      java.util.concurrent.Future<?> sending = threads.submit(() -> send(pair.socket(), reads));
      java.util.concurrent.Future<Long> receiving = threads.submit(() -> receive(pair.socket()));
      assertThat(runtime.spawn(worker).join()).isEqualTo(OPERATIONS);
      pair.stream().shutdownOutput();
      assertThat(receiving.get()).isEqualTo(worker.written);
      pair.close();
      sending.get();
    }
    inside.assertNothingIsLeft();
  }

  /** Sends without end, which is when the connection is closed. */
  private static @Nullable Void send(Socket socket, boolean anything) {
    Random random = new Random(1);
    byte[] bytes = new byte[MOST_SENT_AT_ONCE];
    try {
      OutputStream out = socket.getOutputStream();
      while (anything) {
        out.write(bytes, 0, 1 + random.nextInt(MOST_SENT_AT_ONCE));
      }
    } catch (IOException closed) {
      // as it must
    }
    return null;
  }

  private static long receive(Socket socket) throws IOException {
    byte[] bytes = new byte[MOST_SENT_AT_ONCE];
    long count = 0;
    InputStream in = socket.getInputStream();
    for (int length = in.read(bytes); length > 0; length = in.read(bytes)) {
      count += length;
    }
    return count;
  }

  /** Takes what has come, and sends some of it back. */
  private static final class Worker extends Task<Integer> {
    private final TcpStream stream;
    private final boolean reads;
    private final boolean writes;
    private int operations;
    private boolean writing;
    private @Nullable IoBuffer buffer;
    long written;

    Worker(TcpStream stream, boolean reads, boolean writes) {
      this.stream = stream;
      this.reads = reads;
      this.writes = writes;
      writing = !reads;
    }

    @Override
    public Poll poll(Context context) throws IOException {
      while (operations < OPERATIONS) {
        if ((writing ? write(context) : read(context)) == Poll.PENDING) {
          return Poll.PENDING;
        }
        operations++;
        writing = writes && !(writing && reads);
      }
      return stream.pollFlush(context) == Poll.READY ? ready(operations) : Poll.PENDING;
    }

    private Poll read(Context context) throws IOException {
      if (stream.pollRead(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      IoBuffer came = Objects.requireNonNull(stream.received());
      if (writes) {
        came.bytes().limit(came.bytes().position() + (came.bytes().remaining() + 1) / 2);
        written += came.bytes().remaining();
        buffer = came;
      } else {
        came.release();
      }
      return Poll.READY;
    }

    private Poll write(Context context) throws IOException {
      if (buffer == null) {
        buffer = context.runtime().net().pollBuffer(context);
        if (buffer == null) {
          return Poll.PENDING;
        }
        buffer.bytes().limit(1 + operations % buffer.bytes().capacity());
        written += buffer.bytes().remaining();
      }
      if (stream.pollWrite(context, buffer) == Poll.PENDING) {
        return Poll.PENDING;
      }
      buffer = null;
      return Poll.READY;
    }

    @Override
    public void close() {
      if (buffer != null) {
        buffer.release();
      }
    }
  }
}
