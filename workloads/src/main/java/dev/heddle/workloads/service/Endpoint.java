package dev.heddle.workloads.service;

/**
 * One kind of requests.
 *
 * @param name in tables
 * @param share of all requests, above 0 and at most 1
 * @param times how long one computes
 */
record Endpoint(String name, double share, ServiceTimes times) {}
