package dev.heddle.drivers;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.net.TcpStream;
import java.nio.ByteBuffer;

/** Sends bytes, reads as many, and closes. */
final class Client implements Future<byte[]> {
  private final TcpStream stream;
  private final Future<?> writing;
  private final ByteBuffer received;
  private boolean written;

  Client(TcpStream stream, byte[] bytes) {
    this.stream = stream;
    writing = stream.writeAll(ByteBuffer.wrap(bytes));
    received = ByteBuffer.allocate(bytes.length);
  }

  @Override
  public Poll poll(Context context) throws Exception {
    if (!written) {
      written = writing.poll(context) == Poll.READY;
    }
    while (received.hasRemaining()) {
      if (stream.read(received).poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
    }
    return written ? Poll.READY : Poll.PENDING;
  }

  @Override
  public byte[] value() {
    return received.array();
  }

  @Override
  public void close() {
    writing.close();
    stream.close();
  }
}
