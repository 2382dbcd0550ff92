package dev.heddle.runtime.topology;

/**
 * One logical CPU and where it sits.
 *
 * @param id its number in the kernel
 * @param socket its physical package
 * @param node its NUMA node
 * @param core the lowest-numbered CPU of its physical core, which names the core
 */
public record Cpu(int id, int socket, int node, int core) {}
