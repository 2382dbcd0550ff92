package dev.heddle.workloads.load;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.net.TcpStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Requests on one connection, one after the other. */
final class Exchange {
  private enum Stage {
    /** Nothing is asked for. */
    IDLE,
    /** A buffer is to be filled. */
    FILL,
    /** It is to be written. */
    WRITE,
    /** The answer is to be read. */
    READ
  }

  private final TcpStream stream;
  private final Requests requests;
  private Stage stage = Stage.IDLE;
  private @Nullable IoBuffer buffer;
  private int number;
  private int read;
  private long intendedNanos;
  private long sentNanos;

  Exchange(TcpStream stream, Requests requests) {
    this.stream = stream;
    this.requests = requests;
  }

  boolean isIdle() {
    return stage == Stage.IDLE;
  }

  /** Asks for the next answer. */
  void begin(long intendedNanos) {
    this.intendedNanos = intendedNanos;
    number = requests.begin();
    stage = Stage.FILL;
  }

  /** Goes on until it waits, or the answer is there and it is idle. */
  Poll poll(Context context) throws IOException {
    while (stage != Stage.IDLE) {
      boolean goesOn =
          switch (stage) {
            case FILL -> fill(context);
            case WRITE -> write(context);
            case READ -> read(context);
            case IDLE -> throw new AssertionError();
          };
      if (!goesOn) {
        return Poll.PENDING;
      }
    }
    return Poll.READY;
  }

  private boolean fill(Context context) {
    IoBuffer empty = context.runtime().net().pollBuffer(context);
    if (empty == null) {
      return false;
    }
    Payload.fill(empty.bytes(), requests.bytes, number);
    buffer = empty;
    sentNanos = System.nanoTime();
    stage = Stage.WRITE;
    return true;
  }

  private boolean write(Context context) throws IOException {
    IoBuffer filled = buffer;
    if (filled == null || stream.pollWrite(context, filled) == Poll.PENDING) {
      return false;
    }
    buffer = null;
    read = 0;
    stage = Stage.READ;
    return true;
  }

  private boolean read(Context context) throws IOException {
    if (stream.pollRead(context) == Poll.PENDING) {
      return false;
    }
    IoBuffer part = stream.received();
    if (part == null) {
      throw new IOException("the server closed the connection");
    }
    int length = part.bytes().remaining();
    boolean right = Payload.matches(part.bytes(), read, requests.bytes, number);
    part.release();
    read += length;
    if (!right || read > requests.bytes) {
      throw new IOException("the answer is not what was sent");
    }
    if (read == requests.bytes) {
      requests.answered(intendedNanos, sentNanos, System.nanoTime());
      stage = Stage.IDLE;
    }
    return true;
  }

  /** Gives up. */
  void close() {
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
  }
}
