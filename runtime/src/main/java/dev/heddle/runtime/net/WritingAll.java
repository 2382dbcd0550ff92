package dev.heddle.runtime.net;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Writes memory of the caller's, by way of the driver's buffers. */
final class WritingAll implements Future<@Nullable Void> {
  private final TcpStream stream;
  private final ByteBuffer from;

  /** Filled, and not the stream's yet. */
  private @Nullable IoBuffer filled;

  WritingAll(TcpStream stream, ByteBuffer from) {
    this.stream = stream;
    this.from = from;
  }

  @Override
  public Poll poll(Context context) throws IOException {
    while (filled != null || from.hasRemaining()) {
      if (filled == null) {
        filled = stream.pollBuffer(context);
        if (filled == null) {
          return Poll.PENDING;
        }
        fill(filled.bytes());
      }
      if (stream.pollWrite(context, filled) == Poll.PENDING) {
        return Poll.PENDING;
      }
      filled = null;
    }
    return Poll.READY;
  }

  private void fill(ByteBuffer bytes) {
    int length = Math.min(bytes.remaining(), from.remaining());
    bytes.put(bytes.position(), from, from.position(), length);
    bytes.limit(bytes.position() + length);
    from.position(from.position() + length);
  }

  @Override
  public @Nullable Void value() {
    return null;
  }

  @Override
  public void close() {
    if (filled != null) {
      filled.release();
      filled = null;
    }
  }
}
