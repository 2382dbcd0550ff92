package dev.heddle.explore;

/**
 * A fault to plant in the code under test: one call in the byte code of one method is left out, and
 * a constant stands for its result. It shows what an exploration would find.
 *
 * @param className the binary name of the class that makes the call
 * @param method the name of the method that makes it
 * @param call the name of the method that is called
 * @param occurrence which of the calls of that name in that method, from 1 in the order of the code
 * @param result what the call seems to give, if it gives a number or a boolean; an object is null
 */
public record Fault(String className, String method, String call, int occurrence, int result) {

  /** Leaves out the first such call; it seems to give zero, false or null. */
  public static Fault without(String className, String method, String call) {
    return new Fault(className, method, call, 1, 0);
  }

  /** The same for a later one of several calls of that name. */
  public Fault occurrence(int which) {
    return new Fault(className, method, call, which, result);
  }

  /** The same with another result. */
  public Fault giving(int constant) {
    return new Fault(className, method, call, occurrence, constant);
  }
}
