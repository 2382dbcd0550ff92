package dev.heddle.runtime;

/** The context of a future that a test polls by hand. */
public record FakeContext(Waker waker) implements Context {
  @Override
  public HeddleRuntime runtime() {
    throw new UnsupportedOperationException("polled by a test, not by a runtime");
  }

  @Override
  public Poll yieldNow() {
    waker.wake();
    return Poll.PENDING;
  }

  @Override
  public boolean takeBudget() {
    return true;
  }
}
