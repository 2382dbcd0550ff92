package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Three tasks in a circle, each of which passes its first two messages on to the next; two threads
 * send one message to each. So each receives three, and if one wake-up is lost not all finish.
 */
public final class WakeStorm extends RuntimeScenario {
  private static final int TASKS = 3;
  private static final int PASSED_ON = 2;

  public WakeStorm(String strategy, int workers) {
    super(strategy, workers);
  }

  @Override
  public void run() throws Exception {
    Passer[] passers = new Passer[TASKS];
    for (int i = 0; i < TASKS; i++) {
      passers[i] = new Passer(passers, (i + 1) % TASKS);
    }
    try (HeddleRuntime runtime = start()) {
      for (Passer passer : passers) {
        runtime.spawn(passer);
      }
      Thread other = new Thread(() -> passers[2].send(), "other outside");
      other.start();
      passers[0].send();
      passers[1].send();
      for (Passer passer : passers) {
        check(passer.join() == PASSED_ON + 1, "the number of messages is wrong");
      }
      other.join();
    }
    for (Passer passer : passers) {
      passer.checkEnded();
    }
  }

  private static final class Passer extends Watched<Integer> {
    private final Passer[] passers;
    private final int next;
    private final AtomicInteger inbox = new AtomicInteger();
    private int received;

    Passer(Passer[] passers, int next) {
      this.passers = passers;
      this.next = next;
    }

    void send() {
      inbox.getAndIncrement();
      wake();
    }

    @Override
    Poll body(Context context) {
      for (int messages = inbox.getAndSet(0); messages > 0; messages--) {
        if (++received <= PASSED_ON) {
          passers[next].send();
        }
      }
      return received > PASSED_ON ? done(received) : Poll.PENDING;
    }
  }
}
