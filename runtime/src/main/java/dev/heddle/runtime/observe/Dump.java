package dev.heddle.runtime.observe;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Prints the dumps of all runtimes in another JVM of the same user: {@code java -cp
 * heddle-runtime.jar dev.heddle.runtime.observe.Dump <pid> [--json]}. With {@code --json} it is an
 * array of {@link RuntimeDump#json}.
 *
 * <p>It starts that JVM's local management agent, as {@code jcmd <pid> ManagementAgent.start_local}
 * does, which then stays on. Exit code 2, after one line that says why, if there is nothing to
 * print.
 */
public final class Dump {
  private static final int NOTHING_TO_PRINT = 2;

  /** Runtimes look for the agent every tenth of a second; this is for a host that is loaded. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final long PAUSE_MILLIS = 50;

  private Dump() {}

  /** See the class. */
  @SuppressWarnings("SystemExitOutsideMain") // it is main's
  public static void main(String[] args) throws InterruptedException {
    try {
      print(args, System.out);
    } catch (CannotDump e) {
      System.err.println(e.getMessage());
      System.exit(NOTHING_TO_PRINT);
    }
  }

  /** Says in one line why there is nothing to print. */
  private static final class CannotDump extends Exception {
    private static final long serialVersionUID = 1L;

    CannotDump(String message) {
      super(message);
    }

    CannotDump(String message, Exception cause) {
      super(message + ": " + cause, cause);
    }
  }

  @SuppressWarnings(
      "BanJNDI") // the address is what the attached JVM, of this user and host, answered
  private static void print(String[] args, PrintStream out)
      throws CannotDump, InterruptedException {
    List<String> words = new ArrayList<>(Arrays.asList(args));
    boolean json = words.remove("--json");
    if (words.size() != 1 || !words.getFirst().matches("[0-9]+")) {
      throw new CannotDump(
          "arguments were '%s'; allowed is a process id, and --json"
              .formatted(String.join(" ", args)));
    }
    String pid = words.getFirst();
    String address = startAgent(pid);
    try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address))) {
      MBeanServerConnection server = connector.getMBeanServerConnection();
      List<String> dumps = new ArrayList<>();
      for (ObjectName name : runtimes(pid, server)) {
        dumps.add(
            (String) server.invoke(name, json ? "dumpJson" : "dump", new Object[0], new String[0]));
      }
      out.print(json ? "[" + String.join(",", dumps) + "]\n" : String.join("\n", dumps));
    } catch (IOException | JMException e) {
      throw new CannotDump("cannot read the runtimes of process " + pid, e);
    }
  }

  private static String startAgent(String pid) throws CannotDump {
    try {
      VirtualMachine machine = VirtualMachine.attach(pid);
      try {
        return machine.startLocalManagementAgent();
      } finally {
        machine.detach();
      }
    } catch (IOException | AttachNotSupportedException e) {
      throw new CannotDump("cannot attach to process " + pid, e);
    }
  }

  private static Set<ObjectName> runtimes(String pid, MBeanServerConnection server)
      throws IOException, JMException, CannotDump, InterruptedException {
    ObjectName any = new ObjectName("dev.heddle:type=Runtime,*");
    long began = System.nanoTime();
    do {
      Set<ObjectName> found = new TreeSet<>(server.queryNames(any, null));
      if (!found.isEmpty()) {
        return found;
      }
      Thread.sleep(PAUSE_MILLIS);
    } while (System.nanoTime() - began < PATIENCE_NANOS);
    throw new CannotDump("process " + pid + " has no open Heddle runtime that counts");
  }
}
