package dev.heddle.harness.claims;

import dev.heddle.harness.stats.Contrast;

/**
 * A cell whose forks went well, and what is asked of them.
 *
 * @param contrast of its run
 * @param side the cell and the quantity
 * @param words what it is called in messages
 */
record Measured(Contrast contrast, Contrast.Side side, String words) {

  int blocks() {
    return contrast.blocks(side, side);
  }

  String unit() {
    return side.quantity().unit();
  }
}
