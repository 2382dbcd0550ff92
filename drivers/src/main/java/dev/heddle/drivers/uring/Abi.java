package dev.heddle.drivers.uring;

import java.util.ArrayList;
import java.util.List;

/**
 * Numbers of io_uring's interface with the kernel, under the names of {@code
 * include/uapi/linux/io_uring.h}. They never change once released.
 */
final class Abi {
  // io_uring_setup
  static final int SETUP_CQSIZE = 1 << 3;
  static final int SETUP_R_DISABLED = 1 << 6;
  static final int SETUP_SUBMIT_ALL = 1 << 7;
  static final int SETUP_COOP_TASKRUN = 1 << 8;
  static final int SETUP_TASKRUN_FLAG = 1 << 9;
  static final int SETUP_SINGLE_ISSUER = 1 << 12;
  static final int SETUP_DEFER_TASKRUN = 1 << 13;
  static final int SETUP_NO_SQARRAY = 1 << 16;

  static final int FEAT_SINGLE_MMAP = 1;
  static final int FEAT_NODROP = 1 << 1;
  static final int FEAT_EXT_ARG = 1 << 8;
  static final int FEAT_CQE_SKIP = 1 << 11;

  static final long OFF_RINGS = 0;
  static final long OFF_SQES = 0x10000000L;

  // io_uring_enter
  static final int ENTER_GETEVENTS = 1;
  static final int ENTER_EXT_ARG = 1 << 3;
  static final int ENTER_REGISTERED_RING = 1 << 4;

  // The flags word of the submission queue.
  static final int SQ_CQ_OVERFLOW = 1 << 1;
  static final int SQ_TASKRUN = 1 << 2;

  // io_uring_register
  static final int REGISTER_PROBE = 8;
  static final int REGISTER_ENABLE_RINGS = 12;
  static final int REGISTER_RING_FDS = 20;
  static final int UNREGISTER_RING_FDS = 21;
  static final int REGISTER_PBUF_RING = 22;
  static final int UNREGISTER_PBUF_RING = 23;

  // Requests.
  static final int OP_NOP = 0;
  static final int OP_POLL_ADD = 6;
  static final int OP_POLL_REMOVE = 7;
  static final int OP_SENDMSG = 9;
  static final int OP_RECVMSG = 10;
  static final int OP_ACCEPT = 13;
  static final int OP_ASYNC_CANCEL = 14;
  static final int OP_CONNECT = 16;
  static final int OP_CLOSE = 19;
  static final int OP_READ = 22;
  static final int OP_SEND = 26;
  static final int OP_RECV = 27;
  static final int OP_SHUTDOWN = 34;
  static final int OP_MSG_RING = 40;

  /** The next request starts when this one has succeeded. */
  static final int SQE_LINK = 1 << 2;

  static final int SQE_BUFFER_SELECT = 1 << 5;

  /** No completion if the request succeeds. */
  static final int SQE_CQE_SKIP_SUCCESS = 1 << 6;

  static final int RECV_MULTISHOT = 1 << 1;
  static final int ACCEPT_MULTISHOT = 1;
  static final int POLL_ADD_MULTI = 1;
  static final int CANCEL_ALL = 1;
  static final int CANCEL_FD = 1 << 1;
  static final int CANCEL_ANY = 1 << 2;
  static final int MSG_DATA = 0;

  static final int POLLIN = 0x1;
  static final int POLLOUT = 0x4;
  static final int POLLERR = 0x8;
  static final int POLLHUP = 0x10;
  static final int POLLRDHUP = 0x2000;

  // The flags of a completion.
  static final int CQE_F_BUFFER = 1;

  /** The request goes on and will complete again. */
  static final int CQE_F_MORE = 1 << 1;

  static final int CQE_F_SOCK_NONEMPTY = 1 << 2;
  static final int CQE_BUFFER_SHIFT = 16;

  // struct msghdr on 64-bit machines, which sendmsg and recvmsg are given.
  static final int MSGHDR_BYTES = 56;
  static final int MSGHDR_NAME = 0;
  static final int MSGHDR_NAMELEN = 8;
  static final int MSGHDR_IOV = 16;
  static final int MSGHDR_IOVLEN = 24;
  static final int MSGHDR_CONTROL = 32;
  static final int MSGHDR_CONTROLLEN = 40;
  static final int IOVEC_BYTES = 16;

  // struct io_uring_recvmsg_out, at the start of each buffer that a multishot recvmsg fills: then
  // the name in the room its msghdr gave, the control data likewise, and the payload.
  static final int RECVMSG_OUT_BYTES = 16;
  static final int RECVMSG_OUT_NAMELEN = 0;
  static final int RECVMSG_OUT_CONTROLLEN = 4;
  static final int RECVMSG_OUT_PAYLOADLEN = 8;
  static final int RECVMSG_OUT_FLAGS = 12;

  private Abi() {}

  /** The names of set-up flags, joined as in C. */
  static String setupFlags(int flags) {
    List<String> names = new ArrayList<>();
    name(names, flags, SETUP_SINGLE_ISSUER, "SINGLE_ISSUER");
    name(names, flags, SETUP_DEFER_TASKRUN, "DEFER_TASKRUN");
    name(names, flags, SETUP_COOP_TASKRUN, "COOP_TASKRUN");
    name(names, flags, SETUP_TASKRUN_FLAG, "TASKRUN_FLAG");
    name(names, flags, SETUP_SUBMIT_ALL, "SUBMIT_ALL");
    name(names, flags, SETUP_NO_SQARRAY, "NO_SQARRAY");
    name(names, flags, SETUP_CQSIZE, "CQSIZE");
    name(names, flags, SETUP_R_DISABLED, "R_DISABLED");
    return String.join("|", names);
  }

  private static void name(List<String> names, int flags, int flag, String name) {
    if ((flags & flag) != 0) {
      names.add(name);
    }
  }
}
