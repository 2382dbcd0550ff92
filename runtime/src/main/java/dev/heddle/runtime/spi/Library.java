package dev.heddle.runtime.spi;

/**
 * Whose scheduler an adapter runs tasks on.
 *
 * @param name of the library, such as {@code netty}
 * @param version as the library itself says
 */
public record Library(String name, String version) {

  @Override
  public String toString() {
    return name + " " + version;
  }
}
