package dev.heddle.strategies;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code work-stealing-lifo-stealable}: {@link WorkStealing} with a LIFO slot that thieves may take
 * from, so that a task there need not wait for the end of a long poll. Its option {@code when} says
 * which way: Go's, whose thieves take from a slot when there is nothing in any queue; or Kotlin's,
 * which also leaves a task alone until it is 100 us old. See {@link SharedSlotWorker}.
 *
 * <p>A slot that nobody is woken for would be stolen from by chance only. So here another worker is
 * wanted for each task, also for one that goes to the slot alone, as in Go and in Kotlin; and a
 * worker that is about to park counts a filled slot as work, as Go's does. The price: while one
 * worker runs tasks that wake each other, one other worker stays awake and looks, all the time
 * where the slot's task is too young. Kotlin's parks for the rest of the 100 us instead.
 */
public final class WorkStealingLifoStealable extends WorkStealingVariant {
  private static final Option<When> WHEN =
      Option.ofEnum("when", "when a thief may take the slot's task", When.LAST);

  /** For the service loader. */
  public WorkStealingLifoStealable() {
    super(
        "work-stealing-lifo-stealable",
        "work-stealing with a LIFO slot that thieves may take from",
        "Go's runnext (1.5, 2015) and Kotlin's CoroutineScheduler",
        Options.defaults()
            .with(Composition.LIFO, Choice.Lifo.STEALABLE_LAST)
            .with(Composition.WAKE, Choice.Wake.SLOT_TOO));
  }

  @Override
  public List<Option<?>> options() {
    return Stream.concat(Stream.of(WHEN), super.options().stream()).toList();
  }

  @Override
  Options whole(Options given) {
    return super.whole(given).with(Composition.LIFO, given.get(WHEN).lifo);
  }

  /** Values of {@link #WHEN}. */
  enum When {
    /** In the last round of its search. */
    LAST(Choice.Lifo.STEALABLE_LAST),

    /** The same, and the task is old enough. */
    AGED(Choice.Lifo.STEALABLE_AGED);

    private final Choice.Lifo lifo;

    When(Choice.Lifo lifo) {
      this.lifo = lifo;
    }
  }
}
