package dev.heddle.drivers;

import static dev.heddle.drivers.Wire.ANY_PORT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.net.TcpListener;
import dev.heddle.runtime.net.TcpStream;
import java.io.IOException;
import java.util.Random;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Many bytes, both ways at once, in random cuts. 64 MiB where there is time for it. */
@ParameterizedClass
@MethodSource("dev.heddle.drivers.Setup#everyone")
class TransferTest {
  private static final int BYTES = Wire.STRESS_NANOS > 1_000_000_000 ? 64 << 20 : 8 << 20;

  private final Setup setup;

  TransferTest(Setup setup) {
    this.setup = setup;
  }

  @Test
  void whatIsSentIsReceivedBothWays() throws Exception {
    Inside inside = setup.inside();
    try (HeddleRuntime runtime = inside.build(setup.builder());
        TcpListener listener = runtime.net().listen(ANY_PORT)) {
      JoinHandle<TcpStream> accepting = runtime.spawn(listener.accept());
      TcpStream one = runtime.spawn(runtime.net().connect(listener.localAddress())).join();
      TcpStream other = accepting.join();
      JoinHandle<Long> received = runtime.spawn(new Receiving(one));
      JoinHandle<Long> receivedByOther = runtime.spawn(new Receiving(other));
      JoinHandle<Long> sent = runtime.spawn(new Sending(one, 1));
      JoinHandle<Long> sentByOther = runtime.spawn(new Sending(other, 2));
      assertThat(receivedByOther.join()).isEqualTo(sent.join());
      assertThat(received.join()).isEqualTo(sentByOther.join());
      one.close();
      other.close();
    }
    inside.assertNothingIsLeft();
  }

  /** Its value is the checksum. */
  private static final class Sending extends Task<Long> {
    private final TcpStream stream;
    private final Random random;
    private final CRC32 sum = new CRC32();
    private int left = BYTES;
    private @Nullable IoBuffer filled;

    Sending(TcpStream stream, long seed) {
      this.stream = stream;
      random = new Random(seed);
    }

    @Override
    public Poll poll(Context context) throws IOException {
      while (left > 0 || filled != null) {
        if (filled == null) {
          filled = context.runtime().net().pollBuffer(context);
          if (filled == null) {
            return Poll.PENDING;
          }
          fill(filled);
        }
        if (stream.pollWrite(context, filled) == Poll.PENDING) {
          return Poll.PENDING;
        }
        filled = null;
      }
      stream.shutdownOutput();
      return ready(sum.getValue());
    }

    private void fill(IoBuffer buffer) {
      int length = Math.min(left, 1 + random.nextInt(buffer.bytes().capacity()));
      for (int i = 0; i < length; i++) {
        buffer.bytes().put((byte) (left + i * 31));
      }
      buffer.bytes().flip();
      sum.update(buffer.bytes().duplicate());
      left -= length;
    }

    @Override
    public void close() {
      if (filled != null) {
        filled.release();
      }
    }
  }

  /** Its value is the checksum. */
  private static final class Receiving extends Task<Long> {
    private final TcpStream stream;
    private final CRC32 sum = new CRC32();
    private int left = BYTES;

    Receiving(TcpStream stream) {
      this.stream = stream;
    }

    @Override
    public Poll poll(Context context) throws IOException {
      while (true) {
        if (stream.pollRead(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        IoBuffer buffer = stream.received();
        if (buffer == null) {
          if (left != 0) {
            throw new IOException(left + " bytes are missing");
          }
          return ready(sum.getValue());
        }
        left -= buffer.bytes().remaining();
        sum.update(buffer.bytes());
        buffer.release();
      }
    }
  }
}
