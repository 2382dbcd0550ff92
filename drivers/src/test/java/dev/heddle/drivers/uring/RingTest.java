package dev.heddle.drivers.uring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.runtime.Parker;
import java.lang.foreign.Arena;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingTest {

  @BeforeEach
  void available() {
    Harvest.assumeAvailable();
  }

  @Test
  void tellsWhatItWasGiven() throws Exception {
    try (Ring ring = Ring.open(new RingOptions(64, 8, 256, false))) {
      Obtained obtained = ring.obtained();

      assertThat(obtained.entries()).isBetween(8, 64);
      assertThat(obtained.completionEntries()).isEqualTo(4 * obtained.entries());
      assertThat(obtained.flags() & Abi.SETUP_SINGLE_ISSUER).isNotZero();
      assertThat(obtained.features() & Abi.FEAT_EXT_ARG).isNotZero();
      assertThat(obtained.kernel()).isEqualTo(System.getProperty("os.version"));
      assertThat(obtained.text()).contains("SINGLE_ISSUER", obtained.entries() + " entries");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRequestGoesThrough(boolean shared) throws Exception {
    try (Ring ring = Ring.open(new RingOptions(8, 8, 16, shared))) {
      ring.sq.nop(Long.MIN_VALUE + 7);

      assertThat(new Harvest(ring).next())
          .isEqualTo(new Harvest.Completion(Long.MIN_VALUE + 7, 0, 0));
      assertThat(ring.enters()).isEqualTo(1);
      assertThat(ring.submitted()).isEqualTo(1);
      assertThat(ring.completions()).isEqualTo(1);
      assertThat(ring.overflows()).isZero();
      assertThat(ring.hasRegisteredDescriptor()).isEqualTo(!shared);
    }
  }

  /** The lower rungs of the ladder are what older kernels give. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyRungOfTheLadderServes(boolean shared) throws Exception {
    for (int rung = 0; rung < RingSetup.rungs(shared); rung++) {
      try (Ring ring = Ring.open(new RingOptions(8, 8, 8, shared), rung);
          RingWake wake = RingWake.open(ring, 500)) {
        boolean array = (ring.obtained().flags() & Abi.SETUP_NO_SQARRAY) == 0;
        assertThat(array || rung == 0).as(ring.obtained().text()).isTrue();
        wake.arm();
        for (int i = 0; i < 100; i++) {
          ring.sq.nop(i);
        }
        ring.submit();
        assertThat(userDataOfAll(ring)).isEqualTo(LongStream.range(0, 100).boxed().toList());
        OtherThread<Boolean> waker =
            OtherThread.start(
                "waker",
                () -> {
                  wake.wake();
                  return true;
                });
        assertThat(new Harvest(ring).next().userData()).isEqualTo(500);
        waker.get();
      }
    }
  }

  @Test
  void aBatchIsOneEntryIntoTheKernel() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(64))) {
      for (int round = 0; round < 1000; round++) {
        for (int i = 0; i < 64; i++) {
          ring.sq.nop(round * 64L + i);
        }
        assertThat(ring.submit()).isEqualTo(64);
        List<Long> came = new ArrayList<>();
        ring.forEachCompletion((userData, result, flags) -> came.add(userData));
        assertThat(came)
            .isEqualTo(LongStream.range(round * 64L, (round + 1) * 64L).boxed().toList());
      }
      assertThat(ring.enters()).isEqualTo(1000);
      assertThat(ring.submitted()).isEqualTo(64_000);
    }
  }

  @Test
  void whatFindsNoRoomSubmitsFirst() throws Exception {
    try (Ring ring = Ring.open(new RingOptions(8, 8, 2048, false))) {
      for (int i = 0; i < 1003; i++) {
        ring.sq.nop(i);
      }
      assertThat(ring.sq.queued()).isEqualTo(3);
      assertThat(ring.submit()).isEqualTo(3);

      assertThat(userDataOfAll(ring)).isEqualTo(LongStream.range(0, 1003).boxed().toList());
    }
  }

  @Test
  void aRequestThatTheKernelRefusesDoesNotHoldUpThoseBehindIt() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8))) {
      Harvest harvest = new Harvest(ring);
      ring.sq.nop(1);
      ring.sq.accept(-1, 0, 2);
      ring.sq.nop(3);

      assertThat(harvest.of(1).result()).isZero();
      assertThat(harvest.of(2).result()).isEqualTo(-Errno.EBADF);
      assertThat(harvest.of(3).result()).isZero();
    }
  }

  @Test
  void completionsThatFindNoRoomAreKept() throws Exception {
    try (Ring ring = Ring.open(new RingOptions(8, 8, 8, false))) {
      for (int i = 0; i < 100; i++) {
        ring.sq.nop(i);
      }
      ring.submit();

      assertThat(userDataOfAll(ring)).isEqualTo(LongStream.range(0, 100).boxed().toList());
      assertThat(ring.overflows()).isPositive();
    }
  }

  @Test
  void aHandlerMayQueueMoreThanThereIsRoomFor() throws Exception {
    try (Ring ring = Ring.open(new RingOptions(4, 4, 4, false))) {
      List<Long> came = new ArrayList<>();
      ring.sq.nop(0);
      ring.submit();
      while (ring.peek()) {
        ring.forEachCompletion((userData, result, flags) -> {
          came.add(userData);
          if (userData < 3) {
            for (int i = 1; i <= 10; i++) {
              ring.sq.nop(userData * 10 + i);
            }
          }
        });
        ring.submit();
      }
      assertThat(came).containsExactlyElementsOf(LongStream.rangeClosed(0, 30).boxed().toList());
    }
  }

  @Test
  void aHandlerThatThrowsLosesItsOwnCompletionOnly() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8))) {
      ring.sq.nop(1);
      ring.sq.nop(2);
      ring.submit();
      assertThatThrownBy(() ->
              ring.forEachCompletion((userData, result, flags) -> {
                throw new IllegalArgumentException("" + userData);
              }))
          .hasMessage("1");

      assertThat(userDataOfAll(ring)).containsExactly(2L);
    }
  }

  @Test
  void aHandlerNeitherAsksForCompletionsNorCloses() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8))) {
      ring.sq.nop(1);
      ring.sq.nop(2);
      ring.submit();
      assertThatThrownBy(
              () -> ring.forEachCompletion((u, r, f) -> ring.forEachCompletion((v, s, g) -> {})))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> ring.forEachCompletion((u, r, f) -> ring.close()))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aWaitEndsAtItsDeadline() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8))) {
      long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20);
      while (System.nanoTime() - deadline < 0) {
        ring.submitAndWait(deadline);
      }
      assertThat(ring.forEachCompletion((u, r, f) -> {})).isZero();
      // Each wait lasts to the deadline, but for a signal.
      assertThat(ring.enters()).isLessThan(20);
    }
  }

  @Test
  void aDeadlineThatIsOverSubmitsAndDoesNotWait() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8))) {
      ring.submitAndWait(System.nanoTime() - 1);
      ring.sq.nop(5);
      ring.submitAndWait(System.nanoTime() - 1);

      assertThat(ring.peek()).isTrue();
    }
  }

  @Test
  void aWaitDoesNotEnterWhereCompletionsAreThere() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8))) {
      ring.sq.nop(5);
      ring.submit();
      ring.submitAndWait(Parker.NEVER);

      assertThat(ring.enters()).isEqualTo(1);
    }
  }

  @Test
  void aLookEntersOnlyIfTheKernelHoldsSomethingBack() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8));
        RingWake wake = RingWake.open(ring, 9)) {
      wake.arm();
      ring.submit();
      for (int i = 0; i < 100; i++) {
        assertThat(ring.peek()).isFalse();
      }
      assertThat(ring.enters()).isEqualTo(1);
      wake.wake();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!ring.peek() && System.nanoTime() - deadline < 0) {
        Thread.onSpinWait();
      }
      assertThat(userDataOfAll(ring)).containsExactly(9L);
      assertThat(ring.enters()).isEqualTo(2);
    }
  }

  @Test
  void aChainIsHandedOverTogetherAndItsFirstLinkIsSilent() throws Exception {
    try (Ring ring = Ring.open(new RingOptions(4, 4, 16, false))) {
      for (int i = 0; i < 3; i++) {
        ring.sq.nop(i);
      }
      ring.sq.reserve(2);
      assertThat(ring.sq.queued()).isZero();
      ring.sq.nop(10);
      ring.sq.flagLast(Abi.SQE_LINK | Abi.SQE_CQE_SKIP_SUCCESS);
      ring.sq.nop(11);
      ring.submit();

      assertThat(userDataOfAll(ring)).containsExactly(0L, 1L, 2L, 11L);
      assertThatThrownBy(() -> ring.sq.reserve(5)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aSignalEndsAWaitAndHarmsNothing() throws Exception {
    AtomicInteger tid = new AtomicInteger();
    CountDownLatch ended = new CountDownLatch(1);
    OtherThread<Integer> owner =
        OtherThread.start(
            "owner",
            () -> {
              try (Ring ring = Ring.open(RingOptions.owned(8))) {
                tid.set((int) raw(Syscalls.number(186, 178), 0, 0, 0)); // gettid
                ring.submitAndWait(Parker.NEVER);
                int came = ring.forEachCompletion((u, r, f) -> {});
                ended.countDown();
                ring.sq.nop(1);
                // More signals may be under way.
                assertThat(new Harvest(ring).next().userData()).isEqualTo(1);
                return came;
              }
            });
    long process = ProcessHandle.current().pid();
    int sigpipe = 13; // which the JVM handles by doing nothing
    while (!ended.await(1, TimeUnit.MILLISECONDS) && owner.thread.isAlive()) {
      if (tid.get() != 0) {
        assertThat(raw(Syscalls.number(234, 131), process, tid.get(), sigpipe)).isZero(); // tgkill
      }
    }
    assertThat(owner.get()).isZero();
  }

  private static long raw(int number, long a, long b, long c) {
    return Syscalls.call(Syscalls.newState(), number, a, b, c, 0, 0, 0);
  }

  @Test
  void oneThreadMakesItAndAnotherOwnsIt() throws Exception {
    Ring ring = Ring.open(RingOptions.owned(8));
    BufferRing buffers = BufferRing.open(ring, 3, 8, 64);
    ring.sq.nop(1);
    OtherThread.run(
        "owner",
        () -> {
          assertThat(new Harvest(ring).next().userData()).isEqualTo(1);
          buffers.close();
          ring.leave();
          return true;
        });
    ring.close();
    assertThat(ring.isClosed()).isTrue();
  }

  @Test
  void anotherThreadIsRefused() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8))) {
      ring.submitAndWait(System.nanoTime());
      OtherThread.run(
          "stranger",
          () -> {
            String owner = "belongs to";
            assertThatThrownBy(() -> ring.submitAndWait(Parker.NEVER))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(owner)
                .hasMessageContaining("stranger");
            assertThatThrownBy(ring::close).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(ring::leave).isInstanceOf(IllegalStateException.class);
            return true;
          });
      ring.sq.nop(1);
      assertThat(new Harvest(ring).next().userData()).isEqualTo(1);
    }
  }

  @Test
  void theKernelItselfRefusesAnotherThread() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8))) {
      ring.submitAndWait(System.nanoTime());
      int result =
          OtherThread.run(
              "stranger",
              () ->
                  Syscalls.ioUringEnter(
                      Syscalls.newState(), ring.descriptor(), 0, 0, Abi.ENTER_GETEVENTS, 0, 0));
      assertThat(result).isEqualTo(-Errno.EEXIST);
    }
  }

  @Test
  void aVirtualThreadCannotOwnIt() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8))) {
      List<Throwable> thrown = new ArrayList<>();
      Thread.ofVirtual()
          .start(() -> {
            try {
              ring.submitAndWait(System.nanoTime());
            } catch (IllegalStateException e) {
              thrown.add(e);
            }
          })
          .join();
      assertThat(thrown).singleElement().asString().contains("platform thread");
    }
  }

  @Test
  void aRingWhoseOwnerHasEndedCanBeClosed() throws Exception {
    Ring ring =
        OtherThread.run(
            "owner",
            () -> {
              Ring made = Ring.open(RingOptions.owned(8));
              made.submitAndWait(System.nanoTime());
              return made;
            });
    ring.close();
    assertThat(ring.isClosed()).isTrue();
  }

  @Test
  void nobodyEntersAClosedRing() throws Exception {
    Ring ring = Ring.open(RingOptions.owned(8));
    ring.sq.nop(1);
    ring.close();
    ring.close();

    assertThatThrownBy(() -> ring.sq.nop(2)).hasMessage("the ring is closed");
    assertThatThrownBy(() -> ring.sq.flagLast(1)).hasMessage("the ring is closed");
    assertThatThrownBy(() -> ring.submitAndWait(Parker.NEVER)).hasMessage("the ring is closed");
    assertThatThrownBy(ring::peek).hasMessage("the ring is closed");
    assertThatThrownBy(() -> ring.forEachCompletion((u, r, f) -> {}))
        .hasMessage("the ring is closed");
    assertThat(ring.submit()).isZero();
  }

  @Test
  void severalThreadsEnterASharedRingInTurn() throws Exception {
    int perThread = 2000;
    ReentrantLock lock = new ReentrantLock();
    AtomicInteger came = new AtomicInteger();
    try (Ring ring = Ring.open(RingOptions.sharedInTurn(8))) {
      List<OtherThread<Boolean>> threads =
          IntStream.range(0, 2)
              .mapToObj(t ->
                  OtherThread.start(
                      "user-" + t,
                      () -> {
                        for (int i = 0; i < perThread; i++) {
                          lock.lock();
                          try {
                            ring.sq.nop(i);
                            ring.submitAndWait(Parker.NEVER);
                            came.addAndGet(ring.forEachCompletion((u, r, f) -> {}));
                          } finally {
                            lock.unlock();
                          }
                        }
                        return true;
                      }))
              .toList();
      for (OtherThread<Boolean> thread : threads) {
        thread.get();
      }
      lock.lock(); // what they did is visible to us
      try {
        while (came.get() < 2 * perThread) {
          ring.submitAndWait(Parker.NEVER);
          came.addAndGet(ring.forEachCompletion((u, r, f) -> {}));
        }
        assertThat(ring.submitted()).isEqualTo(2L * perThread);
      } finally {
        lock.unlock();
      }
    }
  }

  @Test
  void aRequestOfOneThreadCompletesForAnotherThatWaitsInASharedRing() throws Exception {
    try (Ring ring = Ring.open(RingOptions.sharedInTurn(8));
        RingWake wake = RingWake.open(ring, 4)) {
      CountDownLatch waits = new CountDownLatch(1);
      wake.arm();
      ring.submit();
      OtherThread<Long> waiter =
          OtherThread.start(
              "waiter",
              () -> {
                waits.countDown();
                return new Harvest(ring).next().userData();
              });
      waits.await();
      wake.wake();
      assertThat(waiter.get()).isEqualTo(4);
    }
  }

  @Test
  void aMissingLockIsNoticed() throws Exception {
    Ring ring = Ring.open(RingOptions.sharedInTurn(8));
    RingWake wake = RingWake.open(ring, 4);
    wake.arm();
    ring.submit();
    OtherThread<Long> waiter =
        OtherThread.start("waiter", () -> new Harvest(ring).next().userData());
    while (ring.user() != waiter.thread && waiter.thread.isAlive()) {
      Thread.onSpinWait();
    }
    assertThatThrownBy(() -> ring.submitAndWait(System.nanoTime() + 1_000_000))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("waiter")
        .hasMessageContaining("lock is missing");
    assertThatThrownBy(ring::close).isInstanceOf(IllegalStateException.class);
    wake.wake();
    assertThat(waiter.get()).isEqualTo(4);
    ring.close();
    wake.close();
  }

  @Test
  void nothingIsLeftBehind() throws Exception {
    long descriptors = count(openFiles(), "io_uring") + count(openFiles(), "eventfd");
    long mappings = count(mappings(), "io_uring");
    long bytes = addressSpaceBytes();
    int slabBytes = 1 << 24;
    for (int i = 0; i < 256; i++) {
      try (Ring ring = Ring.open(RingOptions.owned(64));
          BufferRing buffers = BufferRing.open(ring, 1, 16, slabBytes / 16);
          RingWake wake = RingWake.open(ring, 1)) {
        wake.arm();
        ring.sq.nop(2);
        ring.submit();
        assertThat(count(openFiles(), "io_uring")).isPositive();
        assertThat(count(mappings(), "io_uring")).isPositive();
        assertThat(buffers.address(0)).isNotZero();
      }
    }
    assertThat(count(openFiles(), "io_uring") + count(openFiles(), "eventfd"))
        .isEqualTo(descriptors);
    assertThat(count(mappings(), "io_uring")).isEqualTo(mappings);
    // 4 GiB of slabs have come and gone.
    assertThat(addressSpaceBytes() - bytes).isLessThan(2L << 30);
  }

  private static List<String> openFiles() throws Exception {
    List<String> targets = new ArrayList<>();
    try (DirectoryStream<Path> links = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path link : links) {
        try {
          targets.add(Files.readSymbolicLink(link).toString());
        } catch (NoSuchFileException e) {
          targets.add("the listing itself, which is over");
        }
      }
    }
    return targets;
  }

  private static List<String> mappings() throws Exception {
    return Files.readAllLines(Path.of("/proc/self/maps"));
  }

  private static long count(List<String> lines, String word) {
    return lines.stream().filter(line -> line.contains(word)).count();
  }

  private static long addressSpaceBytes() throws Exception {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      String size = lines.filter(line -> line.startsWith("VmSize:")).findFirst().orElseThrow();
      return Long.parseLong(size.replaceAll("\\D", "")) << 10;
    }
  }

  @Test
  void aCollectionDoesNotWaitForParkedRings() throws Exception {
    int rings = 4;
    CountDownLatch made = new CountDownLatch(rings);
    List<RingWake> wakes = Collections.synchronizedList(new ArrayList<>());
    List<OtherThread<Boolean>> owners =
        IntStream.range(0, rings)
            .mapToObj(i ->
                OtherThread.start(
                    "parked-" + i,
                    () -> {
                      try (Ring ring = Ring.open(RingOptions.owned(8));
                          RingWake wake = RingWake.open(ring, 1)) {
                        wake.arm();
                        ring.submit();
                        wakes.add(wake);
                        made.countDown();
                        while (!ring.peek()) {
                          ring.submitAndWait(Parker.NEVER);
                        }
                        return true;
                      }
                    }))
            .toList();
    made.await();
    OtherThread.run(
        "collector",
        () -> {
          for (int i = 0; i < 5; i++) {
            System.gc();
          }
          return true;
        });
    assertThat(owners).allMatch(owner -> owner.thread.isAlive());
    wakes.forEach(RingWake::wake);
    for (OtherThread<Boolean> owner : owners) {
      owner.get();
    }
  }

  @Test
  void readsAnotherFile() throws Exception {
    try (Ring ring = Ring.open(RingOptions.owned(8));
        Arena arena = Arena.ofShared()) {
      int eventfd = Syscalls.eventfd(Syscalls.EFD_CLOEXEC);
      long memory = arena.allocate(8, 8).address();
      Memory.putLong(memory, 41);
      assertThat(Syscalls.write(eventfd, memory, 8)).isEqualTo(8);
      Memory.putLong(memory, 0);
      ring.sq.read(eventfd, memory, 8, 1);

      assertThat(new Harvest(ring).next().result()).isEqualTo(8);
      assertThat(Memory.getLong(memory)).isEqualTo(41);
      assertThat(Syscalls.close(eventfd)).isZero();
    }
  }

  /** All that is there or held back, in order. */
  private static List<Long> userDataOfAll(Ring ring) {
    List<Long> came = new ArrayList<>();
    while (ring.peek()) {
      ring.forEachCompletion((userData, result, flags) -> came.add(userData));
    }
    return came;
  }
}
