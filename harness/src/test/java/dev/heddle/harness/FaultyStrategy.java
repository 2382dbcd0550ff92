package dev.heddle.harness;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.WorkerPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One queue under a lock, and wrong on purpose: see the classes in it. */
public abstract class FaultyStrategy implements PolicyProvider {
  private final int faultAt;
  private final String name;
  private final String summary;

  private FaultyStrategy(int faultAt, String name, String summary) {
    this.faultAt = faultAt;
    this.name = name;
    this.summary = summary;
  }

  /** What becomes of the task that is wronged: how often it is queued. */
  abstract int copies();

  @Override
  public String name() {
    return name;
  }

  @Override
  public String summary() {
    return summary;
  }

  @Override
  public Policy create(PolicyContext context) {
    return new Queue(context);
  }

  /** Loses its 1,000th task. */
  public static final class Loses extends FaultyStrategy {
    /** Found as a service. */
    public Loses() {
      super(1_000, "test-loses-a-task", "wrong on purpose: loses its 1,000th task");
    }

    @Override
    int copies() {
      return 0;
    }
  }

  /** Hands out its 1,000th task twice. */
  public static final class Doubles extends FaultyStrategy {
    /** Found as a service. */
    public Doubles() {
      super(1_000, "test-doubles-a-task", "wrong on purpose: queues its 1,000th task twice");
    }

    @Override
    int copies() {
      return 2;
    }
  }

  /** Never lets go of the thread that spawns the first task. */
  public static final class Hangs extends FaultyStrategy {
    /** Found as a service. */
    public Hangs() {
      super(1, "test-hangs", "wrong on purpose: stops the thread that spawns its first task");
    }

    @Override
    int copies() {
      while (true) {
        LockSupport.park(this);
      }
    }
  }

  /** Takes memory until there is none. */
  public static final class Hoards extends FaultyStrategy {
    private final List<byte[]> hoard = new ArrayList<>();

    /** Found as a service. */
    public Hoards() {
      super(1, "test-hoards", "wrong on purpose: takes all memory for its first task");
    }

    @Override
    int copies() {
      while (true) {
        hoard.add(new byte[1 << 26]);
      }
    }
  }

  /** Is never there. */
  public static final class Absent extends FaultyStrategy {
    /** Found as a service. */
    public Absent() {
      super(1, "test-absent", "never available");
    }

    @Override
    public Optional<String> unavailable() {
      return Optional.of("it is never there");
    }

    @Override
    int copies() {
      return 1;
    }
  }

  private final class Queue implements Policy {
    private final PolicyContext context;
    private final Deque<Task<?>> tasks = new ArrayDeque<>();
    private final Deque<Integer> parked = new ArrayDeque<>();
    private int queued;

    Queue(PolicyContext context) {
      this.context = context;
    }

    private synchronized void add(Task<?> task) {
      int copies = ++queued == faultAt ? copies() : 1;
      for (int i = 0; i < copies; i++) {
        tasks.addLast(task);
      }
      Integer worker = parked.pollFirst();
      if (worker != null) {
        context.unpark(worker);
      }
    }

    @Override
    public WorkerPolicy worker(int index) {
      return new Side(index);
    }

    @Override
    public void inject(Task<?> task) {
      add(task);
    }

    private final class Side implements WorkerPolicy {
      private final Integer index;

      Side(int index) {
        this.index = index;
      }

      @Override
      public void offer(Task<?> task) {
        add(task);
      }

      @Override
      public void requeue(Task<?> task) {
        add(task);
      }

      @Override
      public @Nullable Task<?> take() {
        synchronized (Queue.this) {
          return tasks.pollFirst();
        }
      }

      @Override
      public boolean sleep() {
        synchronized (Queue.this) {
          if (!tasks.isEmpty()) {
            return false;
          }
          parked.add(index);
          return true;
        }
      }

      @Override
      public void awake() {
        synchronized (Queue.this) {
          parked.remove(index);
        }
      }
    }
  }
}
