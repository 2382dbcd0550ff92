package dev.heddle.runtime.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.FakeContext;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class MutexTest {
  private final Mutex mutex = new Mutex();
  private final ByHand task = new ByHand();
  private final ByHand other = new ByHand();

  private Mutex.Guard locked() {
    return Objects.requireNonNull(mutex.tryLock());
  }

  private boolean isFree() {
    Mutex.Guard guard = mutex.tryLock();
    if (guard != null) {
      guard.close();
    }
    return guard != null;
  }

  @Test
  void aFreeMutexIsLockedAtTheFirstPoll() throws Exception {
    Future<Mutex.Guard> locking = mutex.lock();
    assertThat(isFree()).as("a future that was not polled does nothing").isTrue();
    assertThat(task.isReady(locking)).isTrue();
    assertThat(isFree()).isFalse();
    locking.value().close();
    assertThat(isFree()).isTrue();
    locking.close();
    assertThat(isFree()).isTrue();
  }

  @Test
  void theOneThatWaitsIsWokenByTheUnlockAndHasTheLockThen() throws Exception {
    Mutex.Guard guard = locked();
    Future<Mutex.Guard> locking = mutex.lock();
    assertThat(task.isReady(locking)).isFalse();
    guard.close();
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(isFree()).as("handed over, not up for grabs").isFalse();
    assertThat(task.isReady(locking)).isTrue();
  }

  @Test
  void firstComeFirstServed() throws Exception {
    Mutex.Guard guard = locked();
    Future<Mutex.Guard> first = mutex.lock();
    Future<Mutex.Guard> second = mutex.lock();
    assertThat(task.isReady(first)).isFalse();
    assertThat(other.isReady(second)).isFalse();
    guard.close();
    assertThat(other.isReady(second)).isFalse();
    assertThat(task.isReady(first)).isTrue();
    first.value().close();
    assertThat(other.wakes()).isEqualTo(1);
    assertThat(other.isReady(second)).isTrue();
  }

  @Test
  void aWaiterThatGivesUpLeavesTheQueue() throws Exception {
    Mutex.Guard guard = locked();
    Future<Mutex.Guard> first = mutex.lock();
    Future<Mutex.Guard> second = mutex.lock();
    assertThat(task.isReady(first)).isFalse();
    assertThat(other.isReady(second)).isFalse();
    first.close();
    guard.close();
    assertThat(task.wakes()).isZero();
    assertThat(other.isReady(second)).isTrue();
  }

  @Test
  void aWaiterClosedAfterItWasHandedTheLockHandsItOn() throws Exception {
    Mutex.Guard guard = locked();
    Future<Mutex.Guard> first = mutex.lock();
    Future<Mutex.Guard> second = mutex.lock();
    assertThat(task.isReady(first)).isFalse();
    assertThat(other.isReady(second)).isFalse();
    guard.close();
    first.close();
    assertThat(other.wakes()).isEqualTo(1);
    assertThat(other.isReady(second)).isTrue();
    second.close();
    assertThat(isFree()).as("ready, and closed without its value").isTrue();
  }

  @Test
  void theGuardOutlivesItsFuture() throws Exception {
    Future<Mutex.Guard> locking = mutex.lock();
    assertThat(task.isReady(locking)).isTrue();
    Mutex.Guard guard = locking.value();
    assertThat(locking.value()).isSameAs(guard);
    locking.close();
    assertThat(isFree()).isFalse();
    guard.close();
    assertThat(isFree()).isTrue();
  }

  @Test
  void unlockingTwiceIsRefused() {
    Mutex.Guard guard = locked();
    guard.close();
    assertThatIllegalStateException().isThrownBy(guard::close).withMessageContaining("before");
    assertThat(isFree()).isTrue();
  }

  @Test
  void thereIsNoGuardBeforeTheLock() throws Exception {
    Mutex.Guard guard = locked();
    Future<Mutex.Guard> locking = mutex.lock();
    assertThatIllegalStateException().isThrownBy(locking::value);
    assertThat(task.isReady(locking)).isFalse();
    assertThatIllegalStateException().isThrownBy(locking::value);
    guard.close();
    assertThatIllegalStateException().isThrownBy(locking::value);
    locking.close();
    assertThatIllegalStateException().isThrownBy(locking::value);
    assertThatIllegalStateException().isThrownBy(() -> locking.poll(task));
  }

  @Test
  void withoutBudgetNothingIsTakenAndAPlaceInTheQueueIsKept() throws Exception {
    ByHand poor = ByHand.withoutBudget();
    Future<Mutex.Guard> locking = mutex.lock();
    assertThat(poor.isReady(locking)).isFalse();
    assertThat(isFree()).isTrue();

    Mutex.Guard guard = locked();
    assertThat(poor.isReady(locking)).isFalse();
    guard.close();
    assertThat(poor.wakes()).isEqualTo(1);
    assertThat(poor.isReady(locking)).isFalse();
    assertThat(isFree()).isFalse();
    poor.giveBudget(1);
    assertThat(poor.isReady(locking)).isTrue();
  }

  @Test
  void theWakerOfTheLatestPollCounts() throws Exception {
    Mutex.Guard guard = locked();
    Future<Mutex.Guard> locking = mutex.lock();
    assertThat(task.isReady(locking)).isFalse();
    assertThat(other.isReady(locking)).isFalse();
    guard.close();
    assertThat(task.wakes()).isZero();
    assertThat(other.wakes()).isEqualTo(1);
  }

  /** A waker may be anybody's code; so it may lock the mutex that wakes it. */
  @Test
  void aWakerMayPollWithinTheUnlock() throws Exception {
    Mutex.Guard guard = locked();
    Future<Mutex.Guard> locking = mutex.lock();
    AtomicReference<Poll> seen = new AtomicReference<>(Poll.PENDING);
    locking.poll(
        new FakeContext(() -> {
          try {
            seen.set(locking.poll(new ByHand()));
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        }));
    guard.close();
    assertThat(seen).hasValue(Poll.READY);
  }

  @Test
  void aWakerThatThrowsIsNotTheUnlockersFault() throws Exception {
    Mutex.Guard guard = locked();
    Future<Mutex.Guard> locking = mutex.lock();
    IllegalArgumentException fault = new IllegalArgumentException("a waker's fault");
    locking.poll(
        new FakeContext(() -> {
          throw fault;
        }));
    AtomicReference<Throwable> reported = new AtomicReference<>();
    Thread unlocker = new Thread(guard::close);
    unlocker.setUncaughtExceptionHandler((thread, thrown) -> reported.set(thrown));
    unlocker.start();
    unlocker.join();
    assertThat(reported).hasValue(fault);
    assertThat(task.isReady(locking)).isTrue();
  }
}
