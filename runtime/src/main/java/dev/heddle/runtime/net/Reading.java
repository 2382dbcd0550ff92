package dev.heddle.runtime.net;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A read into memory of the caller's: as much as has come and there is room for, one byte at least,
 * or -1 at the end. What there is no room for stays for the next read.
 */
final class Reading implements Future<Integer> {
  private static final int END = -1;

  private final TcpStream stream;
  private final ByteBuffer into;

  Reading(TcpStream stream, ByteBuffer into) {
    if (!into.hasRemaining()) {
      throw new IllegalArgumentException("the buffer to read into has no room");
    }
    this.stream = stream;
    this.into = into;
  }

  private int count;

  @Override
  public Poll poll(Context context) throws IOException {
    if (stream.pollRead(context) == Poll.PENDING) {
      return Poll.PENDING;
    }
    @Nullable IoBuffer buffer = stream.received();
    count = buffer == null ? END : copy(buffer);
    return Poll.READY;
  }

  private int copy(IoBuffer buffer) {
    ByteBuffer bytes = buffer.bytes();
    int length = Math.min(bytes.remaining(), into.remaining());
    into.put(into.position(), bytes, bytes.position(), length);
    into.position(into.position() + length);
    bytes.position(bytes.position() + length);
    if (bytes.hasRemaining()) {
      stream.putBack(buffer);
    } else {
      buffer.release();
    }
    return length;
  }

  @Override
  public Integer value() {
    if (count == 0) {
      throw new IllegalStateException("nothing has been read yet");
    }
    return count;
  }
}
