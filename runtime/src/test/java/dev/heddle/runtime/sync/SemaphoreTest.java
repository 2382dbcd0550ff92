package dev.heddle.runtime.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.Future;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SemaphoreTest {
  private final Semaphore semaphore = new Semaphore(3);
  private final ByHand task = new ByHand();
  private final ByHand other = new ByHand();

  private Semaphore.Permit taken(int count) {
    return Objects.requireNonNull(semaphore.tryAcquire(count));
  }

  @Test
  void permitsAreTakenTogetherAndGivenBackTogether() throws Exception {
    Future<Semaphore.Permit> acquiring = semaphore.acquire(2);
    assertThat(task.isReady(acquiring)).isTrue();
    assertThat(semaphore.availablePermits()).isEqualTo(1);
    assertThat(acquiring.value().count()).isEqualTo(2);
    acquiring.value().close();
    acquiring.close();
    assertThat(semaphore.availablePermits()).isEqualTo(3);
  }

  @Test
  void theOneWhoWantsManyIsNotOvertaken() throws Exception {
    Semaphore.Permit two = taken(2);
    Future<Semaphore.Permit> many = semaphore.acquire(3);
    assertThat(task.isReady(many)).isFalse();
    assertThat(semaphore.tryAcquire()).as("the free one is kept for the first").isNull();
    Future<Semaphore.Permit> few = semaphore.acquire();
    assertThat(other.isReady(few)).isFalse();
    two.close();
    assertThat(task.isReady(many)).isTrue();
    assertThat(other.isReady(few)).isFalse();
    many.value().close();
    assertThat(other.isReady(few)).isTrue();
  }

  @Test
  void oneReleaseWakesAllItSuffices() throws Exception {
    Semaphore.Permit all = taken(3);
    Future<Semaphore.Permit> first = semaphore.acquire(1);
    Future<Semaphore.Permit> second = semaphore.acquire(2);
    assertThat(task.isReady(first)).isFalse();
    assertThat(other.isReady(second)).isFalse();
    all.close();
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(other.wakes()).isEqualTo(1);
    assertThat(task.isReady(first)).isTrue();
    assertThat(other.isReady(second)).isTrue();
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void aWaiterThatGivesUpPassesItsPartOn() throws Exception {
    Semaphore.Permit two = taken(2);
    Future<Semaphore.Permit> many = semaphore.acquire(3);
    Future<Semaphore.Permit> one = semaphore.acquire();
    assertThat(task.isReady(many)).isFalse();
    assertThat(other.isReady(one)).isFalse();
    many.close();
    assertThat(other.wakes()).isEqualTo(1);
    assertThat(other.isReady(one)).isTrue();
    two.close();
    assertThat(semaphore.availablePermits()).isEqualTo(2);
  }

  @Test
  void readyAndClosedWithoutItsValueGivesBack() throws Exception {
    Future<Semaphore.Permit> acquiring = semaphore.acquire(2);
    assertThat(task.isReady(acquiring)).isTrue();
    acquiring.close();
    assertThat(semaphore.availablePermits()).isEqualTo(3);
  }

  @Test
  void closingFailsThoseWhoWaitAndThoseWhoCome() throws Exception {
    Semaphore.Permit two = taken(2);
    Future<Semaphore.Permit> waiting = semaphore.acquire(2);
    assertThat(task.isReady(waiting)).isFalse();
    semaphore.close();
    assertThat(task.wakes()).isEqualTo(1);
    assertThatExceptionOfType(SemaphoreClosedException.class).isThrownBy(() -> waiting.poll(task));
    waiting.close();
    assertThatExceptionOfType(SemaphoreClosedException.class)
        .isThrownBy(() -> semaphore.acquire().poll(other));
    assertThat(semaphore.tryAcquire()).isNull();
    assertThat(semaphore.isClosed()).isTrue();
    two.close();
    assertThat(semaphore.availablePermits()).isEqualTo(3);
  }

  @Test
  void aWaiterServedBeforeTheCloseHasItsPermits() throws Exception {
    Semaphore.Permit all = taken(3);
    Future<Semaphore.Permit> waiting = semaphore.acquire();
    assertThat(task.isReady(waiting)).isFalse();
    all.close();
    semaphore.close();
    assertThat(task.isReady(waiting)).isTrue();
    waiting.close();
    assertThat(semaphore.availablePermits()).isEqualTo(3);
  }

  @Test
  void forgottenPermitsComeBackByRelease() {
    Semaphore.Permit two = taken(2);
    two.forget();
    assertThat(semaphore.availablePermits()).isEqualTo(1);
    assertThatIllegalStateException().isThrownBy(two::close);
    semaphore.release(2);
    assertThat(semaphore.availablePermits()).isEqualTo(3);
  }

  @Test
  void badNumbersAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Semaphore(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Semaphore(Semaphore.MAX_PERMITS + 1));
    assertThatIllegalArgumentException().isThrownBy(() -> semaphore.acquire(0));
    assertThatIllegalArgumentException().isThrownBy(() -> semaphore.tryAcquire(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> semaphore.release(0));
  }

  @Test
  void thereAreNeverMorePermitsThanCanBeCounted() {
    Semaphore full = new Semaphore(Semaphore.MAX_PERMITS);
    assertThat(full.availablePermits()).isEqualTo(Semaphore.MAX_PERMITS);
    assertThatIllegalStateException().isThrownBy(() -> full.release(1));
    Semaphore.Permit all = Objects.requireNonNull(full.tryAcquire(Semaphore.MAX_PERMITS));
    all.close();
    assertThat(full.availablePermits()).isEqualTo(Semaphore.MAX_PERMITS);
  }
}
