package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.net.TcpStream;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * One task waits for a byte while another blocks its worker until that has come: whoever waited in
 * the one event loop and took the blocking task must have handed it on. Not for event loops of the
 * workers' own.
 */
public final class IoBesideBlockedPoll extends IoScenario {
  public IoBesideBlockedPoll(String strategy, int workers, String driver) {
    super(strategy, workers, driver);
  }

  @Override
  void play() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    try (HeddleRuntime runtime = startWithDriver()) {
      Connection connection = connect(runtime);
      Receiver receiver = new Receiver(connection.stream(), latch);
      Blocker blocker = new Blocker(latch);
      runtime.spawn(receiver);
      runtime.spawn(blocker);
      connection.io().peerSends(1);
      receiver.join();
      blocker.join();
      connection.stream().close();
      receiver.checkEnded();
      blocker.checkEnded();
    }
  }

  private static final class Receiver extends Watched<String> {
    private final Future<@Nullable IoBuffer> read;
    private final CountDownLatch latch;

    Receiver(TcpStream stream, CountDownLatch latch) {
      read = stream.read();
      this.latch = latch;
    }

    @Override
    Poll body(Context context) throws Exception {
      if (read.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      Objects.requireNonNull(read.value()).release();
      latch.countDown();
      return done("received");
    }
  }
}
