package dev.heddle.drivers.uring;

import dev.heddle.explore.Modelled;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A kernel in memory, which the explored drivers call where they would call {@link Syscalls}: rings
 * whose queues are real memory, with deferred completions where a ring asks for that, buffer rings,
 * eventfds, and TCP connections whose other ends are the scenario's. What the system does by itself
 * is done by a thread of the scenario's, so that every schedule may put it anywhere.
 *
 * <p>It complains at once about what a real kernel would punish later or not at all: a ring with
 * two threads in it, a descriptor that is closed twice or used afterwards, or closed while a
 * request names it, memory given back twice.
 *
 * <p>Its books are plain, and each call is one step: only a thread that waits in a ring can be
 * stopped inside. The numbers and layouts are the kernel's own, as {@link Abi} has them.
 */
public final class ModelledSyscalls {
  private static final int PAGE_BYTES = 4096;
  private static final int FIRST_DESCRIPTOR = 3;

  // struct io_uring_params
  private static final int PARAMS_ENTRIES = 0;
  private static final int PARAMS_COMPLETIONS = 4;
  private static final int PARAMS_FLAGS = 8;
  private static final int PARAMS_FEATURES = 20;
  private static final int PARAMS_SQ_OFFSETS = 40;
  private static final int PARAMS_CQ_OFFSETS = 80;
  private static final int ALL_FEATURES = 0x3ffff;

  // Where things lie in a ring's mapping: anywhere, since the kernel says where.
  private static final int SQ_HEAD = 0;
  private static final int SQ_TAIL = 4;
  private static final int SQ_FLAGS = 8;
  private static final int CQ_HEAD = 16;
  private static final int CQ_TAIL = 20;
  private static final int CQES = 64;
  private static final int CQE_BYTES = 16;
  private static final int SQE_BYTES = 64;

  /** So few bytes leave a task's hands before the peer has taken some. */
  private static final int SEND_ROOM = 3;

  private static final int LOOPBACK_BYTES = 16;

  private static Consumer<Runnable> later = Runnable::run;
  private static final TreeMap<Integer, Descriptor> DESCRIPTORS = new TreeMap<>();
  private static final Map<Long, Arena> MAPPINGS = new HashMap<>();
  private static final List<Connection> CONNECTIONS = new ArrayList<>();
  private static final List<Listener> LISTENERS = new ArrayList<>();

  private ModelledSyscalls() {}

  /**
   * Begins anew.
   *
   * @param system does what it is given, sooner or later and in this order
   */
  public static void boot(Consumer<Runnable> system) {
    later = system;
    DESCRIPTORS.clear();
    MAPPINGS.values().forEach(Arena::close);
    MAPPINGS.clear();
    CONNECTIONS.clear();
    LISTENERS.clear();
  }

  /** All connections, in the order in which they began. */
  public static List<Connection> connections() {
    return CONNECTIONS;
  }

  /** Somebody connects to the first socket that listens, sooner or later. */
  public static void peerConnects() {
    Listener listener = LISTENERS.getFirst();
    later.accept(() -> listener.arrived(new Connection(true)));
  }

  /** What the drivers have not given back; empty if they have. */
  public static String left() {
    StringBuilder left = new StringBuilder();
    if (!DESCRIPTORS.isEmpty()) {
      left.append("descriptors ").append(DESCRIPTORS).append(' ');
    }
    if (!MAPPINGS.isEmpty()) {
      left.append(MAPPINGS.size()).append(" mappings");
    }
    return left.toString();
  }

  private static void complain(String what) {
    Thread current = Thread.currentThread();
    current
        .getUncaughtExceptionHandler()
        .uncaughtException(current, new AssertionError(what + ", by " + current.getName()));
  }

  // ---- descriptors ---------------------------------------------------------------------------

  /** What a number stands for. */
  private abstract static class Descriptor {
    /** Requests that wait for something here. */
    final List<Request> waiting = new ArrayList<>();

    /** The events that hold now: {@code POLL*}. */
    abstract int events();

    /** These events came up just now. */
    final void fire(int events) {
      for (Request request : List.copyOf(waiting)) {
        if (request.op == Abi.OP_POLL_ADD && (request.events & events) != 0) {
          request.again(request.events & events, 0, request.multishot);
        }
      }
    }

    void closed() {}

    @Override
    public String toString() {
      return getClass().getSimpleName();
    }
  }

  private static int install(Descriptor descriptor) {
    int number = FIRST_DESCRIPTOR;
    while (DESCRIPTORS.containsKey(number)) {
      number++; // the lowest that is free, so that numbers come back soon
    }
    DESCRIPTORS.put(number, descriptor);
    return number;
  }

  private static <T extends Descriptor> @Nullable T find(int number, Class<T> type) {
    Descriptor descriptor = DESCRIPTORS.get(number);
    if (!type.isInstance(descriptor)) {
      complain("descriptor " + number + " is no " + type.getSimpleName() + " but " + descriptor);
      return null;
    }
    return type.cast(descriptor);
  }

  public static int close(int number) {
    Descriptor descriptor = DESCRIPTORS.remove(number);
    if (descriptor == null) {
      complain("descriptor " + number + " is closed and was not open");
      return -Errno.EBADF;
    }
    if (!(descriptor instanceof EventFd) && !descriptor.waiting.isEmpty()) {
      complain("descriptor " + number + " is closed while a request waits there");
    }
    descriptor.closed();
    return 0;
  }

  private static final class EventFd extends Descriptor {
    private boolean written;

    @Override
    int events() {
      return written ? Abi.POLLIN : 0;
    }
  }

  public static int eventfd(int flags) {
    return install(new EventFd());
  }

  public static long write(int number, long address, long length) {
    EventFd eventfd = find(number, EventFd.class);
    if (eventfd == null) {
      return -Errno.EBADF;
    }
    eventfd.written = true;
    eventfd.fire(Abi.POLLIN);
    return length;
  }

  // ---- sockets -------------------------------------------------------------------------------

  /** A socket that is nothing yet, or what it has become. */
  private static final class Socket extends Descriptor {
    private @Nullable Listener listener;
    private @Nullable Connection connection;

    @Override
    int events() {
      return connection != null ? connection.events() : listener != null ? listener.events() : 0;
    }

    @Override
    void closed() {
      if (listener != null) {
        listener.open = false;
      }
      if (connection != null) {
        connection.socket = null;
      }
    }

    private void become(Connection of) {
      connection = of;
      of.socket = this;
    }
  }

  /** What waits to be accepted. */
  private static final class Listener {
    private final Socket socket;
    private final ArrayDeque<Connection> backlog = new ArrayDeque<>();
    private boolean open = true;

    Listener(Socket socket) {
      this.socket = socket;
    }

    private int events() {
      return backlog.isEmpty() ? 0 : Abi.POLLIN;
    }

    private void arrived(Connection connection) {
      if (!open) {
        return; // refused
      }
      backlog.add(connection);
      deliver();
      if (!backlog.isEmpty()) {
        socket.fire(Abi.POLLIN);
      }
    }

    private void deliver() {
      for (Request request : List.copyOf(socket.waiting)) {
        while (request.op == Abi.OP_ACCEPT && request.isPending() && !backlog.isEmpty()) {
          request.again(take(), 0, request.multishot);
        }
      }
    }

    private int take() {
      Socket accepted = new Socket();
      accepted.become(backlog.remove());
      return install(accepted);
    }
  }

  /** A TCP connection, and its other end. */
  public static final class Connection {
    private final ArrayDeque<Byte> incoming = new ArrayDeque<>();
    private final List<Byte> sentToPeer = new ArrayList<>();
    private @Nullable Socket socket;
    private boolean connected;
    private boolean ended;
    private int underWay;

    Connection(boolean connected) {
      this.connected = connected;
      CONNECTIONS.add(this);
    }

    /** The other end sends, sooner or later. */
    public void peerSends(int... bytes) {
      later.accept(() -> {
        for (int each : bytes) {
          incoming.add((byte) each);
        }
        deliver();
      });
    }

    /** And sends no more after that. */
    public void peerEnds() {
      later.accept(() -> {
        ended = true;
        deliver();
      });
    }

    /** What has reached the other end. */
    public List<Byte> sentToPeer() {
      return sentToPeer;
    }

    private int events() {
      int in = incoming.isEmpty() && !ended ? 0 : Abi.POLLIN;
      return in | (connected && underWay < SEND_ROOM ? Abi.POLLOUT : 0);
    }

    /** Brings what there is to who asks for it. */
    private void deliver() {
      Socket here = socket;
      if (here == null) {
        return;
      }
      for (Request request : List.copyOf(here.waiting)) {
        while (request.op == Abi.OP_RECV && request.isPending() && (!incoming.isEmpty() || ended)) {
          receive(request);
        }
      }
      if (!incoming.isEmpty() || ended) {
        here.fire(Abi.POLLIN);
      }
    }

    private void receive(Request request) {
      if (incoming.isEmpty()) {
        request.end(0);
        return;
      }
      Buffers group = request.ring.groups.get(request.group);
      long entry = group == null ? 0 : group.take();
      if (entry == 0) {
        request.end(-Errno.ENOBUFS);
        return;
      }
      int count = take(Memory.getLong(entry), Memory.getInt(entry + 8));
      int number = Short.toUnsignedInt(Memory.getShort(entry + 12));
      request.again(count, Abi.CQE_F_BUFFER | number << Abi.CQE_BUFFER_SHIFT, request.multishot);
    }

    private int take(long address, int room) {
      int count = Math.min(room, incoming.size());
      for (int i = 0; i < count; i++) {
        Memory.putByte(address + i, incoming.remove());
      }
      return count;
    }

    private void sent(long address, int length) {
      for (int i = 0; i < length; i++) {
        sentToPeer.add(Memory.getByte(address + i));
      }
    }
  }

  public static int socket(int family, int type, int protocol) {
    return install(new Socket());
  }

  public static int bind(int number, long sockaddr, int length) {
    return find(number, Socket.class) == null ? -Errno.EBADF : 0;
  }

  public static int listen(int number, int backlog) {
    Socket socket = find(number, Socket.class);
    if (socket == null) {
      return -Errno.EBADF;
    }
    Listener listener = new Listener(socket);
    socket.listener = listener;
    LISTENERS.add(listener);
    return 0;
  }

  public static int accept4(int number, long sockaddr, long length, int flags) {
    Socket socket = find(number, Socket.class);
    Listener listener = socket == null ? null : socket.listener;
    if (listener == null) {
      return -Errno.EBADF;
    }
    return listener.backlog.isEmpty() ? -Errno.EAGAIN : listener.take();
  }

  public static int connect(int number, long sockaddr, int length) {
    Socket socket = find(number, Socket.class);
    if (socket == null) {
      return -Errno.EBADF;
    }
    Connection connection = new Connection(false);
    socket.become(connection);
    later.accept(() -> {
      connection.connected = true;
      if (connection.socket != null) {
        connection.socket.fire(Abi.POLLOUT);
      }
    });
    return -Errno.EINPROGRESS;
  }

  private static @Nullable Connection connection(int number) {
    Socket socket = find(number, Socket.class);
    return socket == null ? null : socket.connection;
  }

  public static long recv(int number, long address, long length) {
    Connection connection = connection(number);
    if (connection == null) {
      return -Errno.EBADF;
    }
    if (connection.incoming.isEmpty()) {
      return connection.ended ? 0 : -Errno.EAGAIN;
    }
    return connection.take(address, (int) length);
  }

  public static long send(int number, long address, long length) {
    Connection connection = connection(number);
    if (connection == null) {
      return -Errno.EBADF;
    }
    int count = (int) Math.min(length, SEND_ROOM - connection.underWay);
    if (count == 0) {
      return -Errno.EAGAIN;
    }
    byte[] bytes = new byte[count];
    Memory.get(address, bytes, 0, count);
    connection.underWay += count;
    later.accept(() -> {
      for (byte each : bytes) {
        connection.sentToPeer.add(each);
      }
      connection.underWay -= bytes.length;
      if (connection.socket != null) {
        connection.socket.fire(Abi.POLLOUT);
      }
    });
    return count;
  }

  public static int shutdown(int number, int how) {
    return connection(number) == null ? -Errno.ENOTCONN : 0;
  }

  public static int setsockopt(int number, int level, int option, long value, int length) {
    return find(number, Socket.class) == null ? -Errno.EBADF : 0;
  }

  /** Of SO_ERROR: none. */
  public static int getsockopt(int number, int level, int option, long value, long length) {
    Memory.putInt(value, 0);
    return find(number, Socket.class) == null ? -Errno.EBADF : 0;
  }

  public static int getsockname(int number, long sockaddr, long length) {
    return name(number, sockaddr, length);
  }

  public static int getpeername(int number, long sockaddr, long length) {
    return name(number, sockaddr, length);
  }

  private static int name(int number, long sockaddr, long length) {
    if (find(number, Socket.class) == null) {
      return -Errno.EBADF;
    }
    try {
      InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      Sockaddr.write(new InetSocketAddress(loopback, 1), sockaddr);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    Memory.putInt(length, LOOPBACK_BYTES);
    return 0;
  }

  // ---- memory --------------------------------------------------------------------------------

  @SuppressWarnings("MustBeClosed") // by munmap
  public static long mmap(long length, int flags, int number, long offset) {
    Arena arena = Arena.ofConfined();
    long address = arena.allocate(length, PAGE_BYTES).address();
    MAPPINGS.put(address, arena);
    if (number >= 0) {
      RingFile ring = find(number, RingFile.class);
      if (ring == null) {
        return -Errno.EBADF;
      }
      if (offset == Abi.OFF_SQES) {
        ring.sqes = address;
      } else {
        ring.rings = address;
      }
    }
    return address;
  }

  public static int munmap(long address, long length) {
    Arena arena = MAPPINGS.remove(address);
    if (arena == null) {
      complain("memory is given back that was not mapped");
      return -Errno.EINVAL;
    }
    arena.close();
    return 0;
  }

  public static int madvise(long address, long length, int advice) {
    return 0;
  }

  // ---- rings ---------------------------------------------------------------------------------

  public static int ioUringSetup(int entries, long parameters) {
    int completions = Memory.getInt(parameters + PARAMS_COMPLETIONS);
    int flags = Memory.getInt(parameters + PARAMS_FLAGS);
    Memory.putInt(parameters + PARAMS_ENTRIES, entries);
    Memory.putInt(parameters + PARAMS_FEATURES, ALL_FEATURES);
    long sq = parameters + PARAMS_SQ_OFFSETS;
    Memory.putInt(sq, SQ_HEAD);
    Memory.putInt(sq + 4, SQ_TAIL);
    Memory.putInt(sq + 16, SQ_FLAGS);
    Memory.putInt(sq + 24, CQES + CQE_BYTES * completions); // the array, which nobody asks for
    long cq = parameters + PARAMS_CQ_OFFSETS;
    Memory.putInt(cq, CQ_HEAD);
    Memory.putInt(cq + 4, CQ_TAIL);
    Memory.putInt(cq + 20, CQES);
    return install(new RingFile(entries, completions, flags));
  }

  public static int ioUringRegister(int number, int operation, long argument, int count) {
    RingFile ring = find(number, RingFile.class);
    if (ring == null) {
      return -Errno.EBADF;
    }
    return switch (operation) {
      case Abi.REGISTER_PROBE -> {
        Memory.putByte(argument, (byte) (count - 1));
        for (int op = 0; op < count; op++) {
          Memory.putShort(argument + 16 + 8L * op + 2, (short) 1);
        }
        yield 0;
      }
      case Abi.REGISTER_PBUF_RING -> {
        int group = Memory.getShort(argument + 12);
        ring.groups.put(group, new Buffers(Memory.getLong(argument), Memory.getInt(argument + 8)));
        yield 0;
      }
      case Abi.UNREGISTER_PBUF_RING ->
          ring.groups.remove((int) Memory.getShort(argument + 12)) == null ? -Errno.EINVAL : 0;
      case Abi.REGISTER_RING_FDS -> -Errno.EINVAL; // then the descriptor serves
      default -> 0;
    };
  }

  public static int ioUringEnter(
      MemorySegment state,
      int number,
      int submit,
      int least,
      int flags,
      long argument,
      long argumentBytes) {
    RingFile ring = find(number, RingFile.class);
    return ring == null ? -Errno.EBADF : ring.enter(submit, least, flags, argument);
  }

  /** Buffers that a receive may take, behind each other in a ring of descriptions. */
  private static final class Buffers {
    private final long entries;
    private final int mask;
    private short head;

    Buffers(long entries, int count) {
      this.entries = entries;
      mask = count - 1;
    }

    /** The description of the next one, or 0. */
    private long take() {
      return Memory.getShort(entries + 14) == head ? 0 : entries + 16L * (head++ & mask);
    }
  }

  private record Completion(long userData, int result, int flags) {}

  private static final class RingFile extends Descriptor {
    private final int entries;
    private final int completions;
    private final boolean oneThread;
    private final boolean defers;
    private final Map<Integer, Buffers> groups = new HashMap<>();
    private final List<Request> pending = new ArrayList<>();
    private final ArrayDeque<Completion> deferred = new ArrayDeque<>();
    private long rings;
    private long sqes;
    private @Nullable Thread owner;
    private boolean inside;
    private boolean open = true;

    RingFile(int entries, int completions, int flags) {
      this.entries = entries;
      this.completions = completions;
      oneThread = (flags & Abi.SETUP_SINGLE_ISSUER) != 0;
      defers = (flags & Abi.SETUP_DEFER_TASKRUN) != 0;
    }

    @Override
    int events() {
      return 0;
    }

    @Override
    void closed() {
      open = false;
      for (Request request : pending) {
        if (request.op != Abi.OP_POLL_ADD) {
          complain("a ring is closed while a request of operation " + request.op + " waits in it");
        }
        if (request.on != null) {
          request.on.waiting.remove(request);
        }
      }
      pending.clear();
    }

    private int enter(int submit, int least, int flags, long argument) {
      Thread current = Thread.currentThread();
      if (oneThread && owner != null && owner != current) {
        complain("a ring of one thread is entered by another");
        return -Errno.EEXIST;
      }
      owner = current;
      if (inside) {
        complain("two threads are in one ring");
      }
      inside = true;
      int head = Memory.getInt(rings + SQ_HEAD);
      for (int i = 0; i < submit; i++) {
        take(sqes + (long) SQE_BYTES * (head++ & (entries - 1)));
      }
      Memory.putInt(rings + SQ_HEAD, head);
      int result = submit;
      if ((flags & Abi.ENTER_GETEVENTS) != 0) {
        runDeferred();
        if (least > 0 && completed() == 0) {
          Modelled.await(this::hasCompletions, nanos(flags, argument));
          runDeferred();
          result = completed() == 0 && submit == 0 ? -Errno.ETIME : submit;
        }
      }
      inside = false;
      return result;
    }

    private static long nanos(int flags, long argument) {
      if ((flags & Abi.ENTER_EXT_ARG) == 0) {
        return Long.MAX_VALUE;
      }
      long timespec = Memory.getLong(argument + 16);
      return 1_000_000_000 * Memory.getLong(timespec) + Memory.getLong(timespec + 8);
    }

    /** Asked again and again while a thread waits: also whether others have ended. */
    private boolean hasCompletions() {
      for (Request request : List.copyOf(pending)) {
        if (!Modelled.isAlive(request.by)) {
          request.end(-Errno.ECANCELED);
        }
      }
      return !deferred.isEmpty() || completed() > 0;
    }

    private int completed() {
      return Memory.getInt(rings + CQ_TAIL) - Memory.getInt(rings + CQ_HEAD);
    }

    private void complete(long userData, int result, int flags) {
      if (!open) {
        return;
      }
      if (defers) {
        deferred.add(new Completion(userData, result, flags));
        Memory.putInt(rings + SQ_FLAGS, Abi.SQ_TASKRUN);
      } else {
        post(new Completion(userData, result, flags));
      }
    }

    private void runDeferred() {
      Memory.putInt(rings + SQ_FLAGS, 0);
      for (Completion next = deferred.poll(); next != null; next = deferred.poll()) {
        post(next);
      }
    }

    private void post(Completion completion) {
      int tail = Memory.getInt(rings + CQ_TAIL);
      if (completed() == completions) {
        complain("more completions than there is room for");
      }
      long cqe = rings + CQES + (long) CQE_BYTES * (tail & (completions - 1));
      Memory.putLong(cqe, completion.userData);
      Memory.putInt(cqe + 8, completion.result);
      Memory.putInt(cqe + 12, completion.flags);
      Memory.putInt(rings + CQ_TAIL, tail + 1);
    }

    // ---- requests ----------------------------------------------------------------------------

    private void take(long sqe) {
      int op = Memory.getByte(sqe);
      int ioprio = Memory.getShort(sqe + 2);
      int number = Memory.getInt(sqe + 4);
      long address = Memory.getLong(sqe + 16);
      int length = Memory.getInt(sqe + 24);
      int opFlags = Memory.getInt(sqe + 28);
      Request request = new Request(this, op, Memory.getLong(sqe + 32));
      switch (op) {
        case Abi.OP_NOP -> complete(request.userData, 0, 0);
        case Abi.OP_POLL_ADD -> {
          request.multishot = length == Abi.POLL_ADD_MULTI;
          request.events = opFlags;
          Descriptor at = DESCRIPTORS.get(number);
          if (request.waitsAt(at) && at != null) {
            at.fire(at.events());
          }
        }
        case Abi.OP_POLL_REMOVE -> cancel(request, address);
        case Abi.OP_ASYNC_CANCEL -> {
          if ((opFlags & Abi.CANCEL_ANY) != 0) {
            int count = pending.size();
            List.copyOf(pending).forEach(each -> each.end(-Errno.ECANCELED));
            complete(request.userData, count, 0);
          } else {
            cancel(request, address);
          }
        }
        case Abi.OP_RECV -> {
          request.multishot = ioprio == Abi.RECV_MULTISHOT;
          request.group = Memory.getShort(sqe + 40);
          Connection from = connection(number);
          if (request.waitsAt(DESCRIPTORS.get(number)) && from != null) {
            from.deliver();
          }
        }
        case Abi.OP_SEND -> {
          Connection to = connection(number);
          if (request.waitsAt(DESCRIPTORS.get(number)) && to != null) {
            later.accept(() -> {
              if (request.isPending()) {
                to.sent(address, length);
                request.end(length);
              }
            });
          }
        }
        case Abi.OP_ACCEPT -> {
          request.multishot = ioprio == Abi.ACCEPT_MULTISHOT;
          Socket socket = find(number, Socket.class);
          if (request.waitsAt(socket) && socket != null && socket.listener != null) {
            socket.listener.deliver();
          }
        }
        case Abi.OP_CONNECT -> {
          Socket socket = find(number, Socket.class);
          if (request.waitsAt(socket) && socket != null) {
            Connection connection = new Connection(false);
            socket.become(connection);
            later.accept(() -> {
              if (request.isPending()) {
                connection.connected = true;
                request.end(0);
              }
            });
          }
        }
        case Abi.OP_CLOSE -> complete(request.userData, close(number), 0);
        case Abi.OP_SHUTDOWN -> complete(request.userData, shutdown(number, length), 0);
        default -> complain("the model has no operation " + op);
      }
    }

    private void cancel(Request canceller, long userData) {
      Iterator<Request> all = List.copyOf(pending).iterator();
      while (all.hasNext()) {
        Request request = all.next();
        if (request.userData == userData) {
          request.end(-Errno.ECANCELED);
          complete(canceller.userData, 0, 0);
          return;
        }
      }
      complete(canceller.userData, -Errno.ENOENT, 0);
    }
  }

  /** One that waits, or was never let to. */
  private static final class Request {
    private final RingFile ring;
    private final int op;
    private final long userData;
    private final Thread by = Thread.currentThread();
    private boolean multishot;
    private int events;
    private int group;
    private @Nullable Descriptor on;

    Request(RingFile ring, int op, long userData) {
      this.ring = ring;
      this.op = op;
      this.userData = userData;
    }

    /** Returns whether it does; not at what is closed. */
    private boolean waitsAt(@Nullable Descriptor descriptor) {
      if (descriptor == null) {
        complain("a request of operation " + op + " names a descriptor that is closed");
        ring.complete(userData, -Errno.EBADF, 0);
        return false;
      }
      on = descriptor;
      descriptor.waiting.add(this);
      ring.pending.add(this);
      return true;
    }

    private boolean isPending() {
      return ring.pending.contains(this);
    }

    private void end(int result) {
      again(result, 0, false);
    }

    /** Completes, for the last time or not. */
    private void again(int result, int flags, boolean more) {
      if (!more) {
        ring.pending.remove(this);
        if (on != null) {
          on.waiting.remove(this);
        }
      }
      ring.complete(userData, result, more ? flags | Abi.CQE_F_MORE : flags);
    }
  }
}
