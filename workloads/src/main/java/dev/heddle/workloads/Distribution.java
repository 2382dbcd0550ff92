package dev.heddle.workloads;

/**
 * What a fork leaves histograms of, one for each measured iteration, in nanoseconds. Those of a
 * workload that records none are empty, and have no file.
 */
public enum Distribution {
  /** From runnable to polled, of a random sample of tasks. */
  SCHEDULING("scheduling", "scheduling latency"),

  /** How late sleeps ended. */
  LATENESS("lateness", "lateness of sleeps"),

  /** From the time a request was due to the last byte of its answer. */
  RESPONSE("response", "response time from the intended start"),

  /** From the time it was sent. */
  SERVICE("service", "response time from the moment of sending"),

  /** From the time it was due to the time it was sent. */
  SEND_LAG("send-lag", "time from the intended start to the moment of sending");

  private final String label;
  private final String title;

  Distribution(String label, String title) {
    this.label = label;
    this.title = title;
  }

  /** Its name in files and records. */
  public String label() {
    return label;
  }

  /** What it is of, in words. */
  String title() {
    return title;
  }

  /** The file of a fork that holds it, in the HdrHistogram log format. */
  public String file() {
    return label + ".hlog";
  }

  /** Its name for one endpoint of several, in records. */
  public String label(String endpoint) {
    return label + "/" + endpoint;
  }

  /** The file of a fork that holds that. */
  public String file(String endpoint) {
    return label + "." + endpoint + ".hlog";
  }
}
