package dev.heddle.drivers.uring;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Collects a ring's completions, so that a test can ask for them one by one. */
final class Harvest {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  record Completion(long userData, int result, int flags) {
    boolean hasMore() {
      return (flags & Abi.CQE_F_MORE) != 0;
    }
  }

  private final Ring ring;
  private final ArrayDeque<Completion> waiting = new ArrayDeque<>();

  Harvest(Ring ring) {
    this.ring = ring;
  }

  /** Skips the test where there is no io_uring. */
  static void assumeAvailable() {
    Optional<String> reason = Availability.check();
    assumeTrue(reason.isEmpty(), () -> "no io_uring: " + reason.orElse(""));
  }

  /** Submits, and waits for the next completion. */
  Completion next() {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (waiting.isEmpty()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new AssertionError("no completion came");
      }
      ring.submitAndWait(deadline);
      reap();
    }
    return waiting.removeFirst();
  }

  /** Likewise for this one; others that come meanwhile stay. */
  Completion of(long userData) {
    List<Completion> others = new ArrayList<>();
    try {
      while (true) {
        Completion next = next();
        if (next.userData() == userData) {
          return next;
        }
        others.add(next);
      }
    } finally {
      for (int i = others.size() - 1; i >= 0; i--) {
        waiting.addFirst(others.get(i));
      }
    }
  }

  /** Takes what is there; returns how many. */
  int reap() {
    return ring.forEachCompletion(
        (userData, result, flags) -> waiting.addLast(new Completion(userData, result, flags)));
  }

  /** What has been taken and not asked for. */
  List<Completion> rest() {
    return List.copyOf(waiting);
  }
}
