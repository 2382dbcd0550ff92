package dev.heddle.runtime.net;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The write of one buffer, which it owns until the stream does. */
final class Writing implements Future<@Nullable Void> {
  private final TcpStream stream;
  private @Nullable IoBuffer buffer;

  Writing(TcpStream stream, IoBuffer buffer) {
    this.stream = stream;
    this.buffer = buffer;
  }

  @Override
  public Poll poll(Context context) throws IOException {
    if (buffer == null) {
      throw new IllegalStateException("it is written already");
    }
    if (stream.pollWrite(context, buffer) == Poll.PENDING) {
      return Poll.PENDING;
    }
    buffer = null;
    return Poll.READY;
  }

  @Override
  public @Nullable Void value() {
    if (buffer != null) {
      throw new IllegalStateException("it is not written yet");
    }
    return null;
  }

  @Override
  public void close() {
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
  }
}
