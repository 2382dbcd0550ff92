package dev.heddle.workloads.peers;

/** A server that sends back what it gets, on the loopback interface and any free port. */
interface EchoPeer extends AutoCloseable {

  int port();

  /** Whose it is, with its version. */
  String library();

  @Override
  void close();
}
