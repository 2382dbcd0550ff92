package dev.heddle.drivers.uring;

/** A program that says whether io_uring is there, for tests that deny it to a whole process. */
final class PrintAvailability {
  private PrintAvailability() {}

  public static void main(String[] args) {
    String answer =
        Availability.check()
            .map(reason -> "unavailable: " + reason)
            .orElseGet(() -> "available: " + Availability.obtained().orElseThrow().entries());
    System.out.println(answer);
  }
}
