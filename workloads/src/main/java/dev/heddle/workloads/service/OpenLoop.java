package dev.heddle.workloads.service;

import com.sun.management.OperatingSystemMXBean;
import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.topology.Affinity;
import dev.heddle.workloads.Answers;
import dev.heddle.workloads.Check;
import dev.heddle.workloads.LoadGenerator;
import dev.heddle.workloads.LoadWork;
import dev.heddle.workloads.WorkloadFailure;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests into a runtime when they are due, from a thread of its own, whether or not earlier
 * ones are answered, and takes the answers.
 *
 * <p>Each request is a task that computes for as long as was drawn for it. The stream goes on
 * without a gap from one batch to the next, and begins again at its first request after its last;
 * so the queue that a batch finds is the one that the batch before has left. A server that cannot
 * keep up is {@value #MOST_UNANSWERED} requests behind at most: then nothing is sent until one is
 * answered, and that is in the times of those that come late.
 *
 * <p>A thread that waits by the clock of the kernel wakes some 60 us late. This one keeps its CPU
 * and looks, where it has one of its own. Where it shares those of the server, it sleeps for all
 * but the last {@value #AWAKE_BEFORE_NANOS} ns, and then offers its CPU at each look.
 *
 * <p>It takes the answers too, between two requests: done by another thread, that would be work for
 * the CPUs of the server. It looks for them rarely, every {@value #LOOK_NANOS} ns, and hence at
 * requests that are long done: one that is still written to is in the cache of the worker, which
 * would lose it by every look.
 *
 * <p>For one thread, besides its own.
 */
final class OpenLoop implements LoadGenerator, AutoCloseable {
  private static final String ANSWERED = "answered requests";
  static final int MOST_UNANSWERED = 1 << 16;
  static final long AWAKE_BEFORE_NANOS = 150_000;

  /** From the start to the moment from which requests are due. */
  private static final long LEAD_NANOS = 1_000_000;

  static final long LOOK_NANOS = 50_000;

  /** So many answers between two looks at the clock: less than a microsecond of them. */
  private static final int MOST_AT_ONCE = 4;

  /** Who waits for answers is told; it wakes by itself only to see whether they are late. */
  private static final long WAIT_NANOS = 100_000_000;

  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final HeddleRuntime runtime;
  private final Requests requests;
  private final CpuWork work;
  private final IntPredicate onPool;
  private final Check check;
  private final double mayBeLateNanos;
  private final Thread thread;
  private final CountDownLatch started = new CountDownLatch(1);
  private List<Integer> cpus = List.of();
  private boolean ownCpus;
  private List<Integer> serverCpus = List.of();
  private long threadsStarted;

  /** What was sent and is not read yet; null where there is nothing. */
  private final AtomicReferenceArray<@Nullable Request> unanswered =
      new AtomicReferenceArray<>(MOST_UNANSWERED);

  private volatile boolean over;
  private boolean gaveUp;
  private volatile @Nullable Throwable failure;

  /** How many answers have been taken; written by the sender. */
  private final AtomicLong taken = new AtomicLong();

  /** How many are to be taken in all; what stands below is the sender's until they are. */
  private final AtomicLong wanted = new AtomicLong();

  private Answers answers = (endpoint, due, sentAt, begun, ended) -> {};
  private long responseNanos;
  private long onSchedule;
  private @Nullable Thread waiter;

  private volatile boolean cancelled;
  private long nextLook;

  private long wallBefore;
  private long cpuBefore;
  private long processBefore;

  private OpenLoop(
      HeddleRuntime runtime, Requests requests, CpuWork work, IntPredicate onPool, Check check) {
    this.runtime = runtime;
    this.requests = requests;
    this.work = work;
    this.onPool = onPool;
    this.check = check;
    mayBeLateNanos = LoadWork.mayBeLateNanos(requests.meanGapNanos());
    thread = new Thread(this::send, "heddle-load");
    thread.setDaemon(true);
  }

  /**
   * Begins to send.
   *
   * @param onPool whether the requests of an endpoint, by its number, do their work on the blocking
   *     pool
   */
  static OpenLoop start(
      HeddleRuntime runtime, Requests requests, CpuWork work, IntPredicate onPool, Check check)
      throws InterruptedException {
    OpenLoop loop = new OpenLoop(runtime, requests, work, onPool, check);
    loop.serverCpus = Affinity.get();
    loop.thread.start();
    loop.started.await();
    loop.wallBefore = System.nanoTime();
    loop.processBefore = SYSTEM.getProcessCpuTime();
    return loop;
  }

  /** The names of the endpoints, by their numbers. */
  List<String> endpoints() {
    return requests.endpoints();
  }

  @Override
  public String driver() {
    return ownCpus
        ? "a thread that spins until requests are due"
        : "a thread that sleeps and yields";
  }

  @Override
  public List<Integer> cpus() {
    return cpus;
  }

  private void send() {
    try {
      ownCpus = LoadGenerator.takeOwnCpus();
      cpus = Affinity.get();
      started.countDown();
      long begin = System.nanoTime() + LEAD_NANOS;
      for (long sent = 0; !over; begin += requests.periodNanos()) {
        for (int i = 0; i < requests.count() && !over; i++) {
          long due = begin + requests.due(i);
          waitUntil(due);
          int slot = slot(sent);
          while (unanswered.getAcquire(slot) != null && !over) {
            if (!takeAnswers(System.nanoTime())) {
              Thread.onSpinWait();
            }
          }
          if (!over) {
            Request request = new Request(this, i, due, System.nanoTime());
            unanswered.setRelease(slot, request);
            runtime.spawn(request);
            sent++;
          }
        }
      }
    } catch (RuntimeException | Error e) {
      if (!over) {
        check.fail("expected requests to be sent, found that the sender ended: " + e);
      }
      failure = e;
    } finally {
      started.countDown();
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // to offer a CPU that is shared is what is meant
  private void waitUntil(long due) {
    long now = System.nanoTime();
    boolean tookAnswers = takeAnswers(now);
    for (long left; (left = due - (now = System.nanoTime())) > 0 && !over; ) {
      if (tookAnswers || takeAnswers(now)) {
        tookAnswers = false;
      } else if (ownCpus) {
        Thread.onSpinWait();
      } else if (left > AWAKE_BEFORE_NANOS) {
        LockSupport.parkNanos(this, left - AWAKE_BEFORE_NANOS);
      } else {
        Thread.yield();
      }
    }
  }

  /**
   * Takes some of the answers that are there and wanted.
   *
   * @return whether there were any
   */
  private boolean takeAnswers(long now) {
    if (now - nextLook < 0) {
      return false;
    }
    for (int i = 0; i < MOST_AT_ONCE; i++) {
      if (!takeAnswer()) {
        nextLook = now + LOOK_NANOS;
        return i > 0;
      }
    }
    return true;
  }

  private boolean takeAnswer() {
    long number = taken.getPlain();
    long last = wanted.getAcquire();
    Request request = unanswered.getAcquire(slot(number));
    if (number == last || request == null || request.ended == 0) {
      return false;
    }
    if (request.cancelled) {
      cancelled = true;
      return false;
    }
    int endpoint = requests.endpoint(request.number);
    answers.answered(endpoint, request.due, request.sentAt, request.begun, request.ended);
    responseNanos += request.ended - request.due;
    onSchedule += request.sentAt - request.due <= mayBeLateNanos ? 1 : 0;
    unanswered.setRelease(slot(number), null);
    Thread toTell = waiter;
    taken.setRelease(number + 1);
    if (number + 1 == last) {
      LockSupport.unpark(toTell);
      keepOwnCpus();
    }
    return true;
  }

  /** A pool's threads are started by who hands it a task, and have that thread's CPUs then. */
  private void keepOwnCpus() {
    long now = THREADS.getTotalStartedThreadCount();
    if (ownCpus && now != threadsStarted) {
      threadsStarted = now;
      Affinity.moveHeirs(serverCpus);
    }
  }

  private static int slot(long number) {
    return (int) (number & (MOST_UNANSWERED - 1));
  }

  /**
   * Answered requests.
   *
   * @param work what it took to send them
   * @param meanResponseNanos from the moment at which one was due to the end of its answer
   */
  record Answered(LoadWork work, double meanResponseNanos) {}

  /**
   * Waits until the next so many requests are answered.
   *
   * @param to is told of each, by the sender
   * @throws WorkloadFailure if one is not in time, or twice
   */
  Answered answered(int count, Answers to) throws InterruptedException {
    long deadline = check.deadlineNanos();
    long before = taken.getAcquire();
    answers = to;
    responseNanos = 0;
    onSchedule = 0;
    waiter = Thread.currentThread();
    wanted.setRelease(before + count);
    while (taken.getAcquire() != before + count) {
      int soFar = (int) (taken.getAcquire() - before);
      if (failure != null) {
        gaveUp = true;
        check.verify(count, ANSWERED, soFar);
      }
      if (cancelled || System.nanoTime() - deadline > 0) {
        throw gaveUp(check.late(count, ANSWERED, soFar));
      }
      LockSupport.parkNanos(this, WAIT_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    long wall = System.nanoTime();
    long cpu = THREADS.getThreadCpuTime(thread.threadId());
    long process = SYSTEM.getProcessCpuTime();
    LoadWork work =
        new LoadWork(
            wall - wallBefore,
            cpu - cpuBefore,
            Math.max(0, process - processBefore - (cpu - cpuBefore)),
            count,
            onSchedule);
    wallBefore = wall;
    cpuBefore = cpu;
    processBefore = process;
    check.verify(count, ANSWERED, count);
    return new Answered(work, (double) responseNanos / count);
  }

  /** What is not answered now never will be. */
  private WorkloadFailure gaveUp(WorkloadFailure why) {
    gaveUp = true;
    return why;
  }

  /**
   * Sends no more, and waits until what was sent is answered, or cancelled by a runtime that was
   * closed first.
   *
   * @throws WorkloadFailure if one is not in time, or was answered twice
   */
  @Override
  public void close() {
    over = true;
    try {
      thread.join();
      long deadline = check.deadlineNanos();
      Request request;
      for (long i = taken.get(); (request = unanswered.getAcquire(slot(i))) != null; i++) {
        awaitEnd(request, deadline);
        unanswered.setRelease(slot(i), null);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the benchmark's thread", e);
    }
  }

  private void awaitEnd(Request request, long deadline) throws InterruptedException {
    while (!gaveUp && request.ended == 0) {
      if (System.nanoTime() - deadline > 0) {
        throw gaveUp(check.late(1, ANSWERED, 0));
      }
      Thread.sleep(1);
    }
  }

  /** One request. What it writes is read by others after {@link #ended}. */
  private static final class Request extends Task<@Nullable Void> {
    private final OpenLoop loop;
    private final int number;
    private final long due;
    private final long sentAt;
    private long begun;
    private @Nullable JoinHandle<Long> elsewhere;
    private long result;
    private boolean cancelled;
    private volatile long ended;

    Request(OpenLoop loop, int number, long due, long sentAt) {
      this.loop = loop;
      this.number = number;
      this.due = due;
      this.sentAt = sentAt;
    }

    @Override
    public Poll poll(Context context) {
      if (ended != 0) {
        loop.check.failDoubled();
        return ready(null);
      }
      if (elsewhere == null) {
        begun = System.nanoTime();
        if (loop.onPool.test(loop.requests.endpoint(number))) {
          elsewhere = context.runtime().spawnBlocking(this::compute);
        } else {
          result = compute();
        }
      }
      if (elsewhere != null) {
        JoinHandle<Long> handle = Objects.requireNonNull(elsewhere);
        if (handle.pollJoin(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        result = handle.value();
      }
      ended = System.nanoTime() | 1; // never 0, which is not yet
      return ready(null);
    }

    @Override
    public void close() {
      if (ended == 0) {
        cancelled = true;
        ended = System.nanoTime() | 1;
      }
    }

    private long compute() {
      return loop.work.run(loop.requests.service(number), result + number);
    }
  }
}
