package dev.heddle.runtime;

import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Timers that are due when a test says so. */
final class HandFired implements TimerQueueProvider, TimerQueue {
  private final List<TimerEntry> entries = new ArrayList<>();

  @Override
  public String name() {
    return "hand-fired";
  }

  @Override
  public String summary() {
    return "a test decides";
  }

  @Override
  public TimerQueue create(long nowNanos) {
    return this;
  }

  @Override
  public void insert(TimerEntry entry) {
    entries.add(entry);
  }

  @Override
  public boolean cancel(TimerEntry entry) {
    return entries.remove(entry);
  }

  @Override
  public void expire(long nowNanos, Consumer<? super TimerEntry> due) {}

  @Override
  public long nextDeadlineNanos() {
    return Parker.NEVER;
  }

  @Override
  public int size() {
    return entries.size();
  }

  /** All timers are due now. */
  void fire() {
    List<TimerEntry> due = List.copyOf(entries);
    entries.clear();
    for (TimerEntry entry : due) {
      Waker waker = Objects.requireNonNull(entry.waker);
      entry.waker = null;
      entry.fired = true;
      waker.wake();
    }
  }

  /** When the only timer is due. */
  long deadlineNanos() {
    if (entries.size() != 1) {
      throw new IllegalStateException(entries.size() + " timers");
    }
    return entries.getFirst().deadlineNanos();
  }
}
