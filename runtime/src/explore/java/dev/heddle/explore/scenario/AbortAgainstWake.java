package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.TaskCancelledException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A task waits for two signals, one from a thread and one from another task, while a second thread
 * aborts it and a third task joins it: it ends once, in one of the two ways, and all hear of it.
 */
public final class AbortAgainstWake extends RuntimeScenario {
  public AbortAgainstWake(String strategy, int workers) {
    super(strategy, workers);
  }

  @Override
  public void run() throws Exception {
    Receiver receiver = new Receiver();
    Sender sender = new Sender(receiver);
    Joiner joiner = new Joiner(receiver);
    try (HeddleRuntime runtime = start()) {
      runtime.spawn(receiver);
      runtime.spawn(joiner);
      runtime.spawn(sender);
      Thread other = new Thread(receiver::abort, "aborter");
      other.start();
      receiver.first.set(true);
      receiver.wake();
      String ending;
      try {
        ending = receiver.join();
      } catch (TaskCancelledException e) {
        ending = "cancelled";
      }
      check(joiner.join().equals(ending), "two joins saw two endings");
      sender.join();
      other.join();
    }
    receiver.checkEnded();
    sender.checkEnded();
    joiner.checkEnded();
  }

  private static final class Receiver extends Watched<String> {
    private final AtomicBoolean first = new AtomicBoolean();
    private final AtomicBoolean second = new AtomicBoolean();

    @Override
    Poll body(Context context) {
      return first.get() && second.get() ? done("received") : Poll.PENDING;
    }
  }

  private static final class Sender extends Watched<String> {
    private final Receiver receiver;

    Sender(Receiver receiver) {
      this.receiver = receiver;
    }

    @Override
    Poll body(Context context) {
      receiver.second.set(true);
      receiver.wake();
      return done("sent");
    }
  }

  private static final class Joiner extends Watched<String> {
    private final Receiver receiver;

    Joiner(Receiver receiver) {
      this.receiver = receiver;
    }

    @Override
    Poll body(Context context) {
      if (receiver.pollJoin(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      try {
        return done(receiver.value());
      } catch (TaskCancelledException e) {
        return done("cancelled");
      }
    }
  }
}
