package dev.heddle.explore.scenario;

import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Timers in a list: what is explored is who waits for them, not how they are kept. */
final class ListTimer implements TimerQueueProvider {
  private final List<ListQueue> created = new ArrayList<>();

  @Override
  public String name() {
    return "list";
  }

  @Override
  public String summary() {
    return "a sorted list";
  }

  @Override
  public TimerQueue create(long nowNanos) {
    ListQueue queue = new ListQueue();
    created.add(queue);
    return queue;
  }

  /** How many timers are left in all queues, once nobody uses them any more. */
  int left() {
    return created.stream().mapToInt(ListQueue::size).sum();
  }

  private static final class ListQueue implements TimerQueue {
    private final List<TimerEntry> entries = new ArrayList<>();

    @Override
    public void insert(TimerEntry entry) {
      entries.add(entry);
      entries.sort(Comparator.comparingLong(TimerEntry::deadlineNanos));
    }

    @Override
    public boolean cancel(TimerEntry entry) {
      return entries.remove(entry);
    }

    @Override
    public void expire(long nowNanos, Consumer<? super TimerEntry> due) {
      while (!entries.isEmpty() && entries.getFirst().deadlineNanos() <= nowNanos) {
        due.accept(entries.removeFirst());
      }
    }

    @Override
    public long nextDeadlineNanos() {
      return entries.isEmpty() ? Long.MAX_VALUE : entries.getFirst().deadlineNanos();
    }

    @Override
    public int size() {
      return entries.size();
    }
  }
}
