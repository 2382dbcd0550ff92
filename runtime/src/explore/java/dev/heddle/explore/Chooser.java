package dev.heddle.explore;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Chooses who goes on at each step of one schedule; the same seed chooses the same. */
sealed interface Chooser {

  /**
   * One of the strands that can go on.
   *
   * @param ready at least one
   * @param current who made the last step; in the list unless it waits or has ended
   */
  Strand choose(List<Strand> ready, Strand current);

  /** A strand came into being. */
  default void started(Strand strand) {}

  /**
   * For each seed a different kind of schedule: half of them walk at random, half have priorities.
   *
   * @param expectedSteps about how many steps the scenario takes
   */
  static Chooser of(long seed, int expectedSteps) {
    SplittableRandom random = new SplittableRandom(seed);
    return random.nextBoolean() ? new Walk(random) : new Priorities(random, expectedSteps);
  }

  /**
   * Whoever made the last step goes on with some probability, else anybody does. How long one stays
   * is drawn once for the whole schedule: short stays find races of few instructions, long ones
   * those where one thread does much while another is stopped.
   */
  final class Walk implements Chooser {
    private static final int[] STAYS_PER_CENT = {0, 50, 80, 95};

    private final SplittableRandom random;
    private final int stayPerCent;

    Walk(SplittableRandom random) {
      this.random = random;
      stayPerCent = STAYS_PER_CENT[random.nextInt(STAYS_PER_CENT.length)];
    }

    @Override
    public Strand choose(List<Strand> ready, Strand current) {
      if (ready.size() == 1) {
        return ready.getFirst();
      }
      if (random.nextInt(100) < stayPerCent && ready.contains(current)) {
        return current;
      }
      return ready.get(random.nextInt(ready.size()));
    }
  }

  /**
   * The highest priority goes on, and at a few random steps whoever is running falls below all
   * others: finds a fault that needs d ordered steps with a probability of at least 1/(n k^(d-1)),
   * n threads and k steps. After Burckhardt et al., "A randomized scheduler with probabilistic
   * guarantees of finding bugs" (ASPLOS 2010). So that nobody waits for ever for one who is kept
   * back, such as for a lock in a loop of tries, who made very many steps falls too.
   */
  final class Priorities implements Chooser {
    private static final int MOST_FALLS = 4;
    private static final int STEPS_IN_FRONT = 1_000;

    private final SplittableRandom random;
    private final int[] falls;
    private int step;
    private int lowest;

    Priorities(SplittableRandom random, int expectedSteps) {
      this.random = random;
      falls = random.ints(1 + random.nextInt(MOST_FALLS), 0, Math.max(1, expectedSteps)).toArray();
      Arrays.sort(falls);
    }

    @Override
    public void started(Strand strand) {
      strand.priority = random.nextInt(1, Integer.MAX_VALUE);
    }

    @Override
    public Strand choose(List<Strand> ready, Strand current) {
      step++;
      if (++current.stepsInFront > STEPS_IN_FRONT || Arrays.binarySearch(falls, step) >= 0) {
        current.stepsInFront = 0;
        current.priority = --lowest;
      }
      Strand highest = ready.getFirst();
      for (Strand strand : ready) {
        if (strand.priority > highest.priority) {
          highest = strand;
        }
      }
      return highest;
    }
  }
}
