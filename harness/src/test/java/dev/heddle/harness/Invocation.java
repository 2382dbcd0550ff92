package dev.heddle.harness;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command line answered. */
record Invocation(int exitCode, String out, String err) {

  static Invocation of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = Main.execute(new PrintWriter(out), new PrintWriter(err), args);
    return new Invocation(exitCode, out.toString(), err.toString());
  }
}
