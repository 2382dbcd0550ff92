package dev.heddle.drivers.uring;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether io_uring can be used here, found by using it: a ring is set up as drivers do, given
 * buffers, entered, and a request goes through it from end to end, because a filter may deny any
 * one of the three system calls. Everything is given back. The answer is kept for this JVM.
 *
 * <p>Nothing native is touched before {@link #check} is called, nor by it with {@code
 * -Dheddle.uring=off}: that is for hosts whose filter kills a process that tries.
 */
final class Availability {
  /** Set to {@code off}, nothing of io_uring is tried. */
  static final String PROPERTY = "heddle.uring";

  /** As many as a driver wants; fewer will do where locked memory is scarce. */
  private static final int ENTRIES = 256;

  private static final int GROUP = 1;
  private static final int BUFFERS = 16;
  private static final int BUFFER_BYTES = 1024;
  private static final long USER_DATA = 0x4845_4444_4c45L;
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  /** A class of its own, so that the answer is sought when it is first asked for. */
  private static final class Answer {
    static final Outcome VALUE = find();

    private Answer() {}
  }

  /** What a trial gave: one of the two is there. */
  private record Outcome(Optional<String> reason, Optional<Obtained> obtained) {
    static Outcome unavailable(String reason) {
      return new Outcome(Optional.of(reason), Optional.empty());
    }
  }

  private Availability() {}

  /** Why io_uring cannot be used here, in one line; empty if it can. */
  static Optional<String> check() {
    return Answer.VALUE.reason();
  }

  /** What the ring of the trial was given; empty if io_uring cannot be used. */
  static Optional<Obtained> obtained() {
    return Answer.VALUE.obtained();
  }

  private static Outcome find() {
    Optional<String> known =
        knownReason(
            System.getProperty(PROPERTY, "on"),
            System.getProperty("os.name", "unknown"),
            System.getProperty("os.arch", "unknown"));
    if (known.isPresent()) {
      return Outcome.unavailable(known.get());
    }
    // A thread of its own: the ring's owner must be a platform thread, and one without other rings.
    List<Outcome> outcomes = new ArrayList<>(1);
    Thread thread =
        Thread.ofPlatform().name("heddle-uring-check").daemon().start(() -> outcomes.add(tryOut()));
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true; // the trial is short, and its answer kept for ever
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcomes.getFirst();
  }

  /** A reason that needs no trial. */
  static Optional<String> knownReason(String property, String system, String architecture) {
    if (property.equals("off")) {
      return Optional.of("switched off by -D" + PROPERTY + "=off");
    }
    if (!property.equals("on")) {
      return Optional.of(
          "-D%s=%s is neither on nor off; nothing was tried".formatted(PROPERTY, property));
    }
    if (!system.equals("Linux")) {
      return Optional.of("io_uring is Linux's, and this is " + system);
    }
    if (!architecture.equals("amd64") && !architecture.equals("aarch64")) {
      return Optional.of(
          "the system call numbers of %s are not known, only those of amd64 and aarch64"
              .formatted(architecture));
    }
    return Optional.empty();
  }

  private static Outcome tryOut() {
    try {
      return new Outcome(Optional.empty(), Optional.of(throughARing()));
    } catch (UnavailableException | IllegalStateException e) {
      return Outcome.unavailable(String.valueOf(e.getMessage()));
    } catch (IllegalCallerException | LinkageError | UnsupportedOperationException e) {
      return Outcome.unavailable(notLinked(e));
    } catch (RuntimeException | Error e) {
      return Outcome.unavailable("the trial failed: " + e); // a surprise, but no reason to end
    }
  }

  private static String notLinked(Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof LinkageError && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof IllegalCallerException
        ? "native access is denied; start java with --enable-native-access=ALL-UNNAMED"
        : "native calls cannot be linked: " + cause;
  }

  private static Obtained throughARing() throws UnavailableException {
    try (Ring ring = Ring.open(RingOptions.owned(ENTRIES));
        BufferRing buffers = BufferRing.open(ring, GROUP, BUFFERS, BUFFER_BYTES);
        RingWake wake = RingWake.open(ring, USER_DATA + 1)) {
      wake.arm();
      ring.sq.nop(USER_DATA);
      int[] came = new int[1];
      long deadline = System.nanoTime() + PATIENCE_NANOS;
      while (came[0] == 0) {
        if (System.nanoTime() - deadline >= 0) {
          throw new UnavailableException("a request went into the ring and did not come back");
        }
        ring.submitAndWait(deadline);
        ring.forEachCompletion((userData, result, flags) -> {
          if (userData == USER_DATA) {
            came[0] = result == 0 ? 1 : result;
          }
        });
      }
      if (came[0] < 0) {
        throw new UnavailableException("the request of a trial failed: " + Errno.text(came[0]));
      }
      ring.sq.cancelEverything(USER_DATA + 2);
      ring.submit();
      return ring.obtained();
    }
  }
}
