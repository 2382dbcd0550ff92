package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What reading files does to tasks that have nothing to do with it: a gauge, in microseconds that
 * bystanders wait beyond their time, at the 99th percentile. {@value #READERS} tasks read {@value
 * #BLOCK_KIBIBYTES} KiB at a time: in {@code file-read-on-worker} where they run, in {@code
 * file-read-blocking-pool} on a thread that may block. A number of each page is summed where it was
 * read.
 *
 * <p>What it stresses: the rule not to block workers, and what following it costs: a hand-over to
 * another thread and back for each read.
 *
 * <p>The trap: a file that was written just now is in the page cache, and to read it is a copy of
 * some microseconds and no wait for a disk. So the file is opened with {@code O_DIRECT}, and each
 * read asks the disk. How long that takes is the host's, and differs by a hundred times between
 * disks: it is recorded too, and the two workloads wait for the same disk.
 *
 * <p>Unit: one read, whose time is recorded too. The check: those sums of all blocks, and all
 * bystanders end.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FileRead {
  static final int READERS = 4;
  static final int READS = 200;
  static final int BLOCK_KIBIBYTES = 1_024;
  private static final int BLOCK_BYTES = BLOCK_KIBIBYTES << 10;
  private static final int BLOCKS = 16;
  private static final int PAGE_BYTES = 4_096;
  private static final String ON_WORKER = "file-read-on-worker";
  private static final String ON_POOL = "file-read-blocking-pool";

  private final Duration deadline;
  private @Nullable Path file;
  private @Nullable FileChannel channel;
  private int alignment = 1;
  private final long[] sums = new long[BLOCKS];

  /** Called by JMH. */
  public FileRead() {
    this(Check.defaultDeadline());
  }

  FileRead(Duration deadline) {
    this.deadline = deadline;
  }

  /** Writes the file. */
  @Setup(Level.Trial)
  public void write() throws IOException {
    Path written = Files.createTempFile("heddle-file-read", ".bin");
    file = written;
    byte[] block = new byte[BLOCK_BYTES];
    try (var out = Files.newOutputStream(written)) {
      for (int i = 0; i < BLOCKS; i++) {
        new java.util.SplittableRandom(i).nextBytes(block);
        sums[i] = sum(ByteBuffer.wrap(block));
        out.write(block);
      }
    }
    channel = DirectReads.open(written);
    alignment = DirectReads.alignment(written);
  }

  /** Where a direct read may put a block. */
  private ByteBuffer buffer() {
    return ByteBuffer.allocateDirect(BLOCK_BYTES + alignment)
        .alignedSlice(alignment)
        .slice(0, BLOCK_BYTES);
  }

  /** Removes it. */
  @TearDown(Level.Trial)
  public void remove() throws IOException {
    if (channel != null) {
      channel.close();
    }
    if (file != null) {
      Files.deleteIfExists(file);
    }
  }

  /** On the workers. */
  @Benchmark
  @OperationsPerInvocation(READS)
  @Workload(
      name = ON_WORKER,
      unit = "read",
      gauge = "us late at p99",
      summary = "how late bystanders are beside tasks that read files on their workers",
      timers = TimerUse.ANY,
      availability = DirectReads.class)
  public void onWorker(RuntimeState state) throws InterruptedException {
    state.gauge(runOnWorker(state.runtime(), READS).gauge(state::late));
  }

  /** On the blocking pool. */
  @Benchmark
  @OperationsPerInvocation(READS)
  @Workload(
      name = ON_POOL,
      unit = "read",
      gauge = "us late at p99",
      summary = "how late bystanders are beside tasks that have files read by the blocking pool",
      timers = TimerUse.ANY,
      availability = DirectReads.class)
  public void onPool(RuntimeState state) throws InterruptedException {
    state.gauge(runOnPool(state.runtime(), READS).gauge(state::late));
  }

  Bystanders runOnWorker(HeddleRuntime runtime, int reads) throws InterruptedException {
    return run(runtime, new Work(new Check(ON_WORKER, deadline), reads), false);
  }

  Bystanders runOnPool(HeddleRuntime runtime, int reads) throws InterruptedException {
    return run(runtime, new Work(new Check(ON_POOL, deadline), reads), true);
  }

  private Bystanders run(HeddleRuntime runtime, Work work, boolean pool)
      throws InterruptedException {
    Bystanders bystanders = Bystanders.start(runtime, work.check);
    try {
      for (int i = 0; i < READERS; i++) {
        runtime.spawn(pool ? new PoolReader(this, work) : new WorkerReader(this, work));
      }
      work.check.await(work.reads, "reads", work.done::get);
    } finally {
      bystanders.end();
    }
    return bystanders;
  }

  /** Reads a block and sums it. Thread-safe. */
  private long read(int number, ByteBuffer into) throws IOException {
    FileChannel open = java.util.Objects.requireNonNull(channel, "JMH has not called write() yet");
    into.clear();
    long position = (long) (number % BLOCKS) * BLOCK_BYTES;
    while (into.hasRemaining()) {
      if (open.read(into, position + into.position()) < 0) {
        throw new IOException("the file ends early");
      }
    }
    return sum(into.flip());
  }

  private static long sum(ByteBuffer block) {
    long sum = 0;
    for (int at = 0; at < block.limit(); at += PAGE_BYTES) {
      sum = 31 * sum + block.getLong(at);
    }
    return sum;
  }

  /** What the readers share. */
  private static final class Work {
    final Check check;
    final int reads;
    final AtomicInteger begun = new AtomicInteger();
    final AtomicInteger done = new AtomicInteger();

    Work(Check check, int reads) {
      this.check = check;
      this.reads = reads;
    }
  }

  /** The number of the next block, or less than 0 if there is none. */
  private static int next(Work work) {
    int number = work.begun.getAndIncrement();
    return number < work.reads ? number : -1;
  }

  private void check(Work work, int number, long sum) {
    if (sum != sums[number % BLOCKS]) {
      work.check.fail("expected a block as it was written, found another");
    } else if (work.done.incrementAndGet() == work.reads) {
      work.check.finish();
    }
  }

  private static final class WorkerReader extends Task<@Nullable Void> {
    private final FileRead files;
    private final Work work;
    private final ByteBuffer buffer;
    private boolean finished;

    WorkerReader(FileRead files, Work work) {
      this.files = files;
      buffer = files.buffer();
      this.work = work;
    }

    @Override
    public Poll poll(Context context) throws IOException {
      if (finished) {
        work.check.failDoubled();
        return ready(null);
      }
      int number = next(work);
      if (number < 0) {
        finished = true;
        return ready(null);
      }
      files.check(work, number, files.read(number, buffer));
      return context.yieldNow();
    }
  }

  private static final class PoolReader extends Task<@Nullable Void> {
    private final FileRead files;
    private final Work work;
    private final ByteBuffer buffer;
    private @Nullable JoinHandle<Long> reading;
    private int number;
    private boolean finished;

    PoolReader(FileRead files, Work work) {
      this.files = files;
      buffer = files.buffer();
      this.work = work;
    }

    @Override
    public Poll poll(Context context) {
      if (finished) {
        work.check.failDoubled();
        return ready(null);
      }
      while (true) {
        JoinHandle<Long> pending = reading;
        if (pending == null) {
          int block = next(work);
          if (block < 0) {
            finished = true;
            return ready(null);
          }
          number = block;
          pending = context.runtime().spawnBlocking(() -> files.read(block, buffer));
          reading = pending;
        }
        if (pending.pollJoin(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        reading = null;
        files.check(work, number, pending.value());
      }
    }
  }
}
