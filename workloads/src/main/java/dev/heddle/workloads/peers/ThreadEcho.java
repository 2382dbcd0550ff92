package dev.heddle.workloads.peers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

/** A blocking socket and a thread for each connection, as the JDK's documentation does it. */
final class ThreadEcho implements EchoPeer {
  private static final int BACKLOG = 4_096;
  private static final int BUFFER_BYTES = 4_096;

  private final ServerSocket server;
  private final ThreadFactory threads;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  ThreadEcho(ThreadFactory threads) throws IOException {
    this.threads = threads;
    server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    threads.newThread(this::accept).start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        open.add(socket);
        threads.newThread(() -> echo(socket)).start();
      }
    } catch (IOException closed) {
      // which is how a blocking accept ends
    }
  }

  private void echo(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        out.write(buffer, 0, count);
      }
    } catch (IOException broken) {
      // by the peer, or by the close below; there is nobody to answer
    } finally {
      open.remove(socket);
    }
  }

  @Override
  public int port() {
    return server.getLocalPort();
  }

  @Override
  public String library() {
    return "JDK " + Runtime.version();
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
