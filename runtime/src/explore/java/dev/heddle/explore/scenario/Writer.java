package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.net.TcpStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Writes some bytes to a stream, and waits until they have left. */
final class Writer extends Watched<String> {
  private final Future<@Nullable Void> write;
  private final Future<@Nullable Void> flush;
  private boolean written;

  Writer(TcpStream stream, int... bytes) {
    ByteBuffer from = ByteBuffer.allocate(bytes.length);
    for (int each : bytes) {
      from.put((byte) each);
    }
    write = stream.writeAll(from.flip());
    flush = stream.flush();
  }

  @Override
  Poll body(Context context) throws Exception {
    if (!written && write.poll(context) == Poll.PENDING) {
      return Poll.PENDING;
    }
    written = true;
    return flush.poll(context) == Poll.PENDING ? Poll.PENDING : done("written");
  }

  @Override
  public void close() {
    write.close();
    flush.close();
    super.close();
  }
}
