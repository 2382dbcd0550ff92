package dev.heddle.runtime.spi;

/** How far a CPU is from another, nearest first: by the smallest thing the two share. */
public enum Distance {
  /** The same physical core: SMT siblings, or the very same CPU. */
  CORE,

  /** The same last-level cache. */
  CACHE,

  /** The same socket. */
  SOCKET,

  /** Nothing: memory is reached through another socket. */
  REMOTE
}
