package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.net.TcpStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream to its end: by buffers, or else byte by byte, where what is left is put back and
 * others have their turn in between.
 */
final class Reader extends Watched<String> {
  private final TcpStream stream;
  private final boolean byBuffers;
  private @Nullable Thread starts;
  private @Nullable Future<@Nullable IoBuffer> buffer;
  private @Nullable Future<Integer> count;
  private final ByteBuffer one = ByteBuffer.allocate(1);

  /** What was handed over. */
  final List<Byte> got = new ArrayList<>();

  private Reader(TcpStream stream, boolean byBuffers) {
    this.stream = stream;
    this.byBuffers = byBuffers;
  }

  static Reader byBuffers(TcpStream stream) {
    return new Reader(stream, true);
  }

  static Reader byBytes(TcpStream stream) {
    return new Reader(stream, false);
  }

  /** A thread to begin once the first byte has come, in the poll that found it. */
  Reader thatStarts(Thread thread) {
    starts = thread;
    return this;
  }

  private void got(byte next) {
    got.add(next);
    if (starts != null) {
      starts.start();
      starts = null;
    }
  }

  @Override
  Poll body(Context context) throws Exception {
    return byBuffers ? readBuffers(context) : readBytes(context);
  }

  private Poll readBuffers(Context context) throws Exception {
    while (true) {
      if (buffer == null) {
        buffer = stream.read();
      }
      if (buffer.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      IoBuffer came = buffer.value();
      buffer = null;
      if (came == null) {
        return done("read");
      }
      while (came.bytes().hasRemaining()) {
        got(came.bytes().get());
      }
      came.release();
    }
  }

  private Poll readBytes(Context context) throws Exception {
    if (count == null) {
      one.clear();
      count = stream.read(one);
    }
    if (count.poll(context) == Poll.PENDING) {
      return Poll.PENDING;
    }
    int length = count.value();
    count = null;
    if (length < 0) {
      return done("read");
    }
    got(one.get(0));
    return context.yieldNow();
  }

  @Override
  public void close() {
    if (buffer != null) {
      buffer.close();
    }
    if (count != null) {
      count.close();
    }
    super.close();
  }
}
