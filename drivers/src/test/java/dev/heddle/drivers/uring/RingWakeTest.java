package dev.heddle.drivers.uring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Parker;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RingWakeTest {
  private static final long WAKE = 77;
  private static final int PUSHES = 100_000;

  @BeforeEach
  void available() {
    Harvest.assumeAvailable();
  }

  /** The protocol that the class comment of {@link RingWake} tells, with a number for the queue. */
  private static final class Parked {
    private static final int RUNNING = 0;
    private static final int PARKED = 1;
    private static final int NOTIFIED = 2;

    final AtomicInteger state = new AtomicInteger();
    final AtomicInteger pushed = new AtomicInteger();
    final AtomicInteger taken = new AtomicInteger();

    /** True if the owner must be woken. */
    boolean push() {
      pushed.incrementAndGet();
      return state.compareAndSet(PARKED, NOTIFIED);
    }

    /** Takes until everything has come; returns how often it waited. */
    int takeAll(Ring ring, RingWake wake) {
      wake.arm();
      ring.submit();
      int waits = 0;
      while (taken.get() < PUSHES) {
        taken.set(pushed.get());
        state.set(PARKED);
        if (pushed.get() == taken.get() && taken.get() < PUSHES) {
          ring.submitAndWait(Parker.NEVER);
          waits++;
        }
        state.set(RUNNING);
        ring.forEachCompletion((userData, result, flags) -> {
          assertThat(userData).isEqualTo(WAKE);
          wake.completed(result, flags);
        });
      }
      return waits;
    }
  }

  /** After each burst the pusher waits until it has been taken, so that the owner parks often. */
  @ParameterizedTest
  @CsvSource({"false, 1", "false, 16", "true, 1", "true, 16"})
  void noWakeUpIsLost(boolean byMessage, int burst) throws Exception {
    Parked parked = new Parked();
    try (Ring ring = Ring.open(new RingOptions(8, 8, 16, false));
        Ring other = Ring.open(RingOptions.owned(8));
        RingWake wake = RingWake.open(ring, WAKE)) {
      CountDownLatch entered = new CountDownLatch(1);
      OtherThread<Integer> owner =
          OtherThread.start(
              "owner",
              () -> {
                ring.submit();
                ring.submitAndWait(System.nanoTime()); // from now on messages can reach it
                entered.countDown();
                int waits = parked.takeAll(ring, wake);
                ring.leave();
                return waits;
              });
      entered.await();
      int signals = 0;
      for (int i = 0; i < PUSHES; i++) {
        while (i % burst == 0 && parked.taken.get() < i && owner.thread.isAlive()) {
          Thread.onSpinWait();
        }
        if (parked.push()) {
          signals++;
          if (byMessage) {
            wake.wakeFrom(other, 1);
            other.submit();
          } else {
            wake.wake();
          }
        }
      }
      int waits = owner.get();
      assertThat(parked.taken.get()).isEqualTo(PUSHES);
      assertThat(signals).isPositive();
      assertThat(waits).isPositive();
      assertThat(other.forEachCompletion((u, r, f) -> {})).as("messages that failed").isZero();
    }
  }

  @Test
  void oneThatFindsTheOwnerAwakeEndsItsNextWait() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8));
        RingWake wake = RingWake.open(ring, WAKE)) {
      wake.wake();
      wake.wake();
      wake.arm();
      Harvest.Completion first = new Harvest(ring).next();

      assertThat(first.userData()).isEqualTo(WAKE);
      assertThat(first.hasMore()).isTrue();
      wake.wake();
      assertThat(new Harvest(ring).next().userData()).isEqualTo(WAKE);
    }
  }

  @Test
  void armsAgainWhereTheKernelHasEndedThePoll() throws Exception {
    try (Ring ring = Ring.open(new RingOptions(8, 8, 8, false));
        RingWake wake = RingWake.open(ring, WAKE)) {
      Harvest harvest = new Harvest(ring);
      wake.arm();
      ring.submit();
      for (int i = 0; i < 16; i++) {
        ring.sq.nop(i);
      }
      ring.submit(); // completions overflow
      wake.wake();
      Harvest.Completion last = harvest.of(WAKE);
      assertThat(last.hasMore()).isFalse();
      wake.completed(last.result(), last.flags());
      assertThat(ring.sq.queued()).isEqualTo(1);
      while (!harvest.rest().isEmpty()) {
        harvest.next();
      }
      // The eventfd is not read, so the new poll fires once by itself; and then for each write.
      assertThat(harvest.of(WAKE).hasMore()).isTrue();
      wake.wake();
      assertThat(harvest.of(WAKE).hasMore()).isTrue();
    }
  }

  @Test
  void aMessageArmsNothing() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8));
        Ring other = Ring.open(RingOptions.owned(8));
        RingWake wake = RingWake.open(ring, WAKE)) {
      ring.submitAndWait(System.nanoTime());
      wake.wakeFrom(other, 1);
      other.submit();
      Harvest.Completion message = new Harvest(ring).next();
      wake.completed(message.result(), message.flags());

      assertThat(message.userData()).isEqualTo(WAKE);
      assertThat(ring.sq.queued()).isZero();
    }
  }

  @Test
  void aMessageToARingThatNobodyHasEnteredFails() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8));
        Ring other = Ring.open(RingOptions.owned(8));
        RingWake wake = RingWake.open(ring, WAKE)) {
      wake.wakeFrom(other, 5);

      assertThat(new Harvest(other).of(5).result()).isEqualTo(-Errno.EBADFD);
    }
  }

  /** A descriptor that is closed under a writer may be another file's a moment later. */
  @Test
  void wakersThatComeWhileItClosesWriteNowhereElse() throws Exception {
    for (int round = 0; round < 200; round++) {
      try (Ring ring = Ring.open(RingOptions.owned(8))) {
        RingWake wake = RingWake.open(ring, WAKE);
        AtomicInteger started = new AtomicInteger();
        AtomicInteger stop = new AtomicInteger();
        List<OtherThread<Boolean>> wakers =
            IntStream.range(0, 2)
                .mapToObj(i ->
                    OtherThread.start(
                        "waker-" + i,
                        () -> {
                          started.incrementAndGet();
                          while (stop.get() == 0) {
                            wake.wake();
                          }
                          return true;
                        }))
                .toList();
        while (started.get() < 2) {
          Thread.onSpinWait();
        }
        wake.close();
        // The lowest free number: what the wake had.
        int next = Syscalls.eventfd(Syscalls.EFD_CLOEXEC | Syscalls.EFD_NONBLOCK);
        wake.wake();
        stop.set(1);
        for (OtherThread<Boolean> waker : wakers) {
          waker.get();
        }
        long value = Syscalls.read(next, READ_INTO, 8);
        Syscalls.close(next);
        wake.close();
        assertThat(value).as("nobody wrote there").isEqualTo(-Errno.EAGAIN);
      }
    }
  }

  private static final long READ_INTO = Arena.global().allocate(8, 8).address();
}
