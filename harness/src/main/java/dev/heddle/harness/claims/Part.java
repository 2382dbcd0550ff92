package dev.heddle.harness.claims;

/**
 * One of the statements that a claim is made of.
 *
 * @param says what it says, in a few words
 * @param state whether it holds here
 * @param why what that was read from, or why it is not known
 */
record Part(String says, State state, String why) {

  enum State {
    HOLDS,
    FAILS,
    OPEN
  }

  static Part holds(String says, String why) {
    return new Part(says, State.HOLDS, why);
  }

  static Part fails(String says, String why) {
    return new Part(says, State.FAILS, why);
  }

  static Part open(String says, String why) {
    return new Part(says, State.OPEN, why);
  }

  @Override
  public String toString() {
    return "%s (%s)".formatted(says, why);
  }
}
