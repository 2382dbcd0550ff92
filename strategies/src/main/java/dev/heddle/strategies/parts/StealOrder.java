package dev.heddle.strategies.parts;

import dev.heddle.runtime.spi.Distance;
import dev.heddle.runtime.spi.PolicyContext;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * In which order a worker visits the others to steal from them, each once a round:
 *
 * <pre>{@code
 * for (int victim = order.first(); victim != StealOrder.NONE; victim = order.next()) {
 *   // try to steal from this one, and leave the loop on success
 * }
 * }</pre>
 *
 * <p>Either from a random worker once round all others, as Tokio's workers go, so that no two
 * thieves stay in step. Or the nearest first, and from a random one only among those at the same
 * distance: what is stolen there is still in a cache that both share. To keep stealing near is the
 * idea of hierarchical scheduling: Olivier et al., "OpenMP task scheduling strategies for multicore
 * NUMA systems", 2012.
 *
 * <p>Used by its worker alone. A step is O(1), without allocation and without division.
 */
public final class StealOrder extends StealOrderFields {
  /** What there is instead of a victim at the end of a round. */
  public static final int NONE = -1;

  // Behind the fields too: neighbours in memory may be other workers' orders.
  @SuppressWarnings("UnusedVariable")
  private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

  /**
   * The order for one worker. O(1), or O(workers * log(workers)) if the nearest come first.
   *
   * @param worker the thief
   * @param near whether the nearest come first
   * @throws IllegalArgumentException in one line, if they shall and the workers are not pinned
   */
  public StealOrder(PolicyContext context, int worker, boolean near) {
    super(worker, near ? nearestFirst(context, worker) : null, ends(context, worker, near));
  }

  /** Behind itself, not behind 0: so the workers at one distance go round in different orders. */
  private static IntStream others(PolicyContext context, int worker) {
    int workers = context.workers();
    return IntStream.range(1, workers).map(step -> (worker + step) % workers);
  }

  private static int[] nearestFirst(PolicyContext context, int worker) {
    return others(context, worker)
        .boxed()
        .sorted(Comparator.comparing(other -> context.distance(worker, other)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Behind the last position of each distance at which there is somebody. */
  private static int[] ends(PolicyContext context, int worker, boolean near) {
    if (!near) {
      return context.workers() == 1 ? new int[0] : new int[] {context.workers() - 1};
    }
    List<Distance> distances =
        others(context, worker)
            .mapToObj(other -> context.distance(worker, other))
            .sorted()
            .toList();
    return IntStream.rangeClosed(1, distances.size())
        .filter(end -> end == distances.size() || distances.get(end) != distances.get(end - 1))
        .toArray();
  }

  /** The first victim of a new round; {@link #NONE} if there are no others. */
  public int first() {
    group = 0;
    left = 0;
    return next();
  }

  /** The next victim of this round; {@link #NONE} at its end, and from then on. */
  public int next() {
    if (left == 0 && !enterNextGroup()) {
      return NONE;
    }
    left--;
    int position = at;
    at = position + 1 == end ? begin : position + 1;
    if (nearestFirst != null) {
      return nearestFirst[position];
    }
    return position < worker ? position : position + 1;
  }

  private boolean enterNextGroup() {
    if (group == ends.length) {
      return false;
    }
    begin = group == 0 ? 0 : ends[group - 1];
    end = ends[group];
    group++;
    left = end - begin;
    at = begin + nextRandom(left);
    return true;
  }

  /** Uniform enough in 0..bound-1: xorshift, reduced by multiplication. */
  private int nextRandom(int bound) {
    int x = random;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    random = x;
    return (int) (((x & 0xFFFF_FFFFL) * bound) >>> Integer.SIZE);
  }
}

/** Padding in front: superclass fields are laid out first. */
class StealOrderPad {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** The fields, between two paddings. */
class StealOrderFields extends StealOrderPad {
  final int worker;

  /** The others; null if one is as good as another, and a position says which it is. */
  final int @Nullable [] nearestFirst;

  /** Behind the last position of each group, within which a round begins anywhere. */
  final int[] ends;

  // Where the round is: which group comes next, the present one's positions, where in them, and how
  // many of them are to come.
  int group;
  int begin;
  int end;
  int at;
  int left;

  /** State of an xorshift generator. */
  int random;

  StealOrderFields(int worker, int @Nullable [] nearestFirst, int[] ends) {
    this.worker = worker;
    this.nearestFirst = nearestFirst;
    this.ends = ends;
    group = ends.length; // no round has begun
    random = 0x9E3779B9 * (worker + 1);
  }
}
