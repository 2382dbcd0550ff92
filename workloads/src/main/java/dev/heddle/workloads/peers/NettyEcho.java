package dev.heddle.workloads.peers;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.util.Version;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Netty's echo example on one of its native transports, with an event loop for each CPU. */
final class NettyEcho implements EchoPeer {
  private final EventLoopGroup loops;
  private final Channel server;

  private NettyEcho(IoHandlerFactory transport, Class<? extends ServerChannel> channel)
      throws InterruptedException {
    loops = new MultiThreadIoEventLoopGroup(Runtime.getRuntime().availableProcessors(), transport);
    server =
        new ServerBootstrap()
            .group(loops)
            .channel(channel)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel connection) {
                    connection.pipeline().addLast(Handler.INSTANCE);
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .sync()
            .channel();
  }

  static NettyEcho onEpoll() throws InterruptedException {
    return new NettyEcho(EpollIoHandler.newFactory(), EpollServerSocketChannel.class);
  }

  static NettyEcho onUring() throws InterruptedException {
    return new NettyEcho(IoUringIoHandler.newFactory(), IoUringServerSocketChannel.class);
  }

  @ChannelHandler.Sharable
  private static final class Handler extends ChannelInboundHandlerAdapter {
    static final Handler INSTANCE = new Handler();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      var _ = context.write(message, context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      var _ = context.close();
    }
  }

  @Override
  public int port() {
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  @Override
  public String library() {
    return "netty "
        + Objects.requireNonNull(Version.identify().get("netty-transport")).artifactVersion();
  }

  @Override
  public void close() {
    if (loops.isShuttingDown()) {
      return;
    }
    server.close().syncUninterruptibly();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
