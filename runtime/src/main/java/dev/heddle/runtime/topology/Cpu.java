package dev.heddle.runtime.topology;

import dev.heddle.runtime.spi.Distance;

/**
 * One logical CPU and where it sits.
 *
 * @param id its number in the kernel
 * @param socket its physical package
 * @param node its NUMA node
 * @param core the lowest-numbered CPU of its physical core, which names the core
 * @param cache the lowest-numbered CPU that shares its last-level cache, which names that cache
 */
public record Cpu(int id, int socket, int node, int core, int cache) {

  /** How far it is to another CPU of the same machine, by the smallest thing the two share. */
  public Distance distanceTo(Cpu other) {
    if (core == other.core) {
      return Distance.CORE;
    }
    if (cache == other.cache) {
      return Distance.CACHE;
    }
    return socket == other.socket ? Distance.SOCKET : Distance.REMOTE;
  }
}
