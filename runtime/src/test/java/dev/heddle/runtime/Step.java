package dev.heddle.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A future whose every step a test decides: ready after so many polls, or failing, or careless. */
final class Step implements Future<String> {
  private final String name;
  private final int readyAt;
  private final List<String> closed;

  int polls;
  @Nullable Exception failure;
  @Nullable RuntimeException closeFailure;
  boolean givesNull;

  /**
   * @param readyAt at which of its polls, from 1; 0 for never
   * @param closed where it enters its name when it is closed
   */
  Step(String name, int readyAt, List<String> closed) {
    this.name = name;
    this.readyAt = readyAt;
    this.closed = closed;
  }

  @Override
  @SuppressWarnings("NullAway") // what a careless future does
  public Poll poll(Context in) throws Exception {
    polls++;
    if (givesNull) {
      return null;
    }
    if (failure != null) {
      throw failure;
    }
    return polls == readyAt ? Poll.READY : Poll.PENDING;
  }

  @Override
  public String value() {
    return name;
  }

  @Override
  public void close() {
    closed.add(name);
    if (closeFailure != null) {
      throw closeFailure;
    }
  }
}
