package dev.heddle.runtime.spi;

/**
 * Whose scheduler an adapter runs tasks on, or whose timers a baseline is.
 *
 * @param name of the library, such as {@code netty}
 * @param version as the library itself says
 */
public record Library(String name, String version) {

  /** The running JDK, for what comes with it. */
  public static Library jdk() {
    return new Library("JDK", Runtime.version().toString());
  }

  @Override
  public String toString() {
    return name + " " + version;
  }
}
