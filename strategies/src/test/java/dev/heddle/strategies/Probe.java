package dev.heddle.strategies;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A task whose poll is a lambda, and which counts its polls and closes. */
final class Probe<T extends @Nullable Object> extends Task<T> {

  @FunctionalInterface
  interface Body<T extends @Nullable Object> {
    @Nullable Poll poll(Probe<T> self, Context context) throws Exception;
  }

  private final Body<T> body;
  private final Runnable onClose;
  private final CountDownLatch polled = new CountDownLatch(1);
  private final AtomicInteger polls = new AtomicInteger();
  private final AtomicInteger closes = new AtomicInteger();

  Probe(Body<T> body) {
    this(body, () -> {});
  }

  Probe(Body<T> body, Runnable onClose) {
    this.body = body;
    this.onClose = onClose;
  }

  /** Ready at its first poll. */
  static <T extends @Nullable Object> Probe<T> of(T value) {
    return new Probe<>((self, context) -> self.done(value));
  }

  /** Pending at every poll. */
  static Probe<String> idle() {
    return idle(() -> {});
  }

  static Probe<String> idle(Runnable onClose) {
    return new Probe<>((self, context) -> Poll.PENDING, onClose);
  }

  /** In its first poll it says so and waits on its worker; then it goes on as the other body. */
  static <T extends @Nullable Object> Probe<T> blocking(CountDownLatch release, Body<T> then) {
    return new Probe<>((self, context) -> {
      if (self.polls() == 1) {
        hold(release);
      }
      return then.poll(self, context);
    });
  }

  /** Waits without letting go of the worker, which a virtual thread does when it blocks. */
  private static void hold(CountDownLatch release) throws InterruptedException {
    while (Thread.currentThread().isVirtual() && release.getCount() > 0) {
      Thread.onSpinWait();
    }
    release.await();
  }

  Poll done(T value) {
    return ready(value);
  }

  int polls() {
    return polls.get();
  }

  int closes() {
    return closes.get();
  }

  /** Waits until its first poll has begun. */
  void awaitPoll() throws InterruptedException {
    polled.await();
  }

  @Override
  @SuppressWarnings("NullAway") // a null is what some tests are about
  public Poll poll(Context context) throws Exception {
    polls.incrementAndGet();
    polled.countDown();
    return body.poll(this, context);
  }

  @Override
  public void close() {
    closes.incrementAndGet();
    onClose.run();
  }
}
