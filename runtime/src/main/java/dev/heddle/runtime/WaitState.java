package dev.heddle.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether a thread waits, and whether it was told not to: the word that stands before whatever it
 * waits in. Telling a thread that does not wait, or was told already, costs one atomic exchange and
 * no system call; and what it was told while it was awake ends its next wait before it begins.
 *
 * <p>{@link #begin}, {@link #isWaiting} and {@link #end} are for the one thread that waits, {@link
 * #tell} is for any.
 */
public final class WaitState {
  private static final int AWAKE = 0;
  private static final int WAITING = 1;
  private static final int TOLD = 2;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(WaitState.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // through STATE
  private int state;

  /** Nobody waits, and nobody was told. */
  public WaitState() {}

  /**
   * The thread is about to wait.
   *
   * @return false if it was told not to since its last wait: then it does not, and nothing is ended
   */
  public boolean begin() {
    if (STATE.compareAndSet(this, AWAKE, WAITING)) {
      return true;
    }
    // An exchange, so that it reads from the latest telling and sees its writes.
    STATE.getAndSet(this, AWAKE);
    return false;
  }

  /** Whether it is still to wait. */
  public boolean isWaiting() {
    return (int) STATE.getVolatile(this) == WAITING;
  }

  /**
   * The thread waits no longer.
   *
   * @return whether it was told to stop
   */
  public boolean end() {
    return (int) STATE.getAndSet(this, AWAKE) == TOLD;
  }

  /**
   * Ends the present wait, or else the next one. What the caller wrote before is visible after that
   * wait.
   *
   * @return whether the thread waits, and the caller must rouse it from whatever it waits in
   */
  public boolean tell() {
    return (int) STATE.getAndSet(this, TOLD) == WAITING;
  }
}
