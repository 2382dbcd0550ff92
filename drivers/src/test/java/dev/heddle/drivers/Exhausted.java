package dev.heddle.drivers;

import static dev.heddle.drivers.Wire.ANY_PORT;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.net.TcpListener;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Serves in each setup, has no descriptor for a while, and serves again. */
final class Exhausted {
  private static final String DEVICE = "/dev/null";

  private Exhausted() {}

  public static void main(String[] args) throws Exception {
    loadEverything();
    for (Setup setup : Setup.everyone().toList()) {
      serve(setup);
      System.out.println("served " + setup);
    }
    System.exit(0); // whatever threads a pool may have
  }

  /** A class that is first needed while there is no descriptor would not be found. */
  private static void loadEverything() throws Exception {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path root = Path.of(entry);
      if (Files.isDirectory(root)) {
        try (Stream<Path> files = Files.walk(root)) {
          for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
            String name = root.relativize(file).toString().replace('/', '.');
            try {
              Class.forName(
                  name.substring(0, name.length() - ".class".length()),
                  false,
                  Exhausted.class.getClassLoader());
            } catch (LinkageError | ClassNotFoundException needsWhatIsNotHere) {
              // and so is not needed either
            }
          }
        }
      }
    }
  }

  private static void serve(Setup setup) throws Exception {
    List<AutoCloseable> files = new ArrayList<>();
    try (HeddleRuntime runtime = setup.build();
        SocketChannel before = SocketChannel.open();
        SocketChannel meanwhile = SocketChannel.open();
        SocketChannel another = SocketChannel.open()) {
      TcpListener listener = runtime.net().listen(ANY_PORT);
      Echo.Server server = new Echo.Server(listener);
      runtime.spawn(server);
      talk(before, listener);
      try {
        while (true) {
          files.add(new FileInputStream(DEVICE));
        }
      } catch (IOException noneLeft) {
        // now
      }
      // The system accepts for the process, which has none to accept with.
      meanwhile.connect(listener.localAddress());
      another.connect(listener.localAddress());
      Wire.await("the acceptor to be told", () -> server.failures.get() > 1);
      for (AutoCloseable file : files) {
        file.close();
      }
      exchange(meanwhile);
      exchange(another);
    }
  }

  private static void talk(SocketChannel channel, TcpListener listener) throws IOException {
    channel.connect(listener.localAddress());
    exchange(channel);
  }

  private static void exchange(SocketChannel channel) throws IOException {
    channel.write(ByteBuffer.wrap(new byte[] {7}));
    ByteBuffer answer = ByteBuffer.allocate(1);
    if (channel.read(answer) != 1 || answer.get(0) != 7) {
      throw new IllegalStateException("no echo");
    }
  }
}
