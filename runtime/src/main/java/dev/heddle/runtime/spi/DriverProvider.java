package dev.heddle.runtime.spi;

/** An I/O driver under its name, found by {@link java.util.ServiceLoader}. */
public interface DriverProvider extends Provider {

  /**
   * Opens a driver for one runtime.
   *
   * @param workers how many workers will ask for a parker
   */
  Driver open(int workers);
}
